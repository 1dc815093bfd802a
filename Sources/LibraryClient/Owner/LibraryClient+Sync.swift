package import LibraryModel
internal import LibraryProtocol
package import LinuxSystem

// The calls of the sync process.
extension LibraryClient {
    /// Changes of the person and of apps after a position. Position 0 begins synchronisation.
    package func localChanges(after position: UInt64) throws(LibraryError) -> SyncedPage {
        try calls.ask(SyncHistoryCall(after: position))
    }

    /// Applies changes of other devices: once, however often the batch is repeated.
    package func apply(_ batch: SyncedBatch) throws(LibraryError) -> SyncedOutcome {
        try calls.ask(ApplySyncedCall(batch))
    }

    /// Opens a file by its SHA-256; nil when no asset has it.
    package func openContent(_ content: [UInt8]) throws(LibraryError) -> OwnedDescriptor? {
        do throws(LibraryError) {
            var response = try calls.call(OpenContentCall(content))
            return try response.takeDescriptor()
        } catch {
            if error.code == .missingResource { return nil }
            throw error
        }
    }

    /// Offers a file that the library lacks.
    package func offer(_ file: borrowing OwnedDescriptor, content: [UInt8]) throws(LibraryError) {
        _ = try calls.call(OfferContentCall(content)) { () throws(SystemCallError) in
            DescriptorList(try file.duplicate())
        }
    }

    /// Digests of files that arriving assets lack: a page, after `content`.
    package func missingContents(after content: [UInt8] = []) throws(LibraryError) -> [[UInt8]] {
        try calls.ask(MissingContentsCall(after: content)).contents
    }
}
