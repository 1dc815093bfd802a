package import LinuxSystem

/// Files that this module opens or makes on an app's behalf.
enum PrivateFile {
    /// An app's file, to be read.
    static func opening(_ url: URL) throws(PHPhotosError) -> OwnedDescriptor {
        guard url.isFileURL else { throw PHPhotosError(.invalidResource, reason: "a resource is not a file") }
        do throws(SystemCallError) {
            // Not waiting: a pipe by that name is the library's to refuse.
            return try OwnedDescriptor(opening: FilePath(url.path), [.readOnly, .nonBlocking])
        } catch {
            throw PHPhotosError(.missingResource, reason: "a resource's file cannot be opened", cause: error.asNSError)
        }
    }

    /// Bytes, as a file that is nowhere but in memory.
    static func inMemory(_ bytes: [UInt8]) throws(PHPhotosError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            return try SealedMemory.make(bytes.span, name: "photo")
        } catch {
            throw PHPhotosError(.notEnoughSpace, reason: "no memory for a resource", cause: error.asNSError)
        }
    }

    /// Writes what a descriptor reads to a new file of the app's; a file that is there already is an error.
    static func write(_ source: borrowing OwnedDescriptor, to url: URL) throws(PHPhotosError) {
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(opening: FilePath(url.path), [.writeOnly, .create, .exclusive], mode: 0o644)
            _ = try file.copyContent(of: source)
        } catch {
            throw PHPhotosError(
                .internalError,
                reason: "a resource cannot be written to a file",
                cause: error.asNSError
            )
        }
    }
}

extension SystemCallError {
    package var asNSError: NSError {
        NSError(domain: NSPOSIXErrorDomain, code: Int(errorNumber), userInfo: [NSLocalizedDescriptionKey: description])
    }
}
