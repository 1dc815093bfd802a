package import LinuxSystem

/// Files that this module opens or creates for the app.
enum PrivateFile {
    /// Opens a file of the app for reading.
    static func opening(_ url: URL) throws(PHPhotosError) -> OwnedDescriptor {
        guard url.isFileURL else { throw PHPhotosError(.invalidResource, reason: "a resource is not a file") }
        do throws(SystemCallError) {
            // Without blocking: the library refuses pipes.
            return try OwnedDescriptor(opening: FilePath(url.path), [.readOnly, .nonBlocking])
        } catch {
            throw PHPhotosError(.missingResource, reason: "a resource's file cannot be opened", cause: error.asNSError)
        }
    }

    /// Returns a file in memory with these bytes.
    static func inMemory(_ bytes: [UInt8]) throws(PHPhotosError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            return try SealedMemory.make(bytes.span, name: "photo")
        } catch {
            throw PHPhotosError(.notEnoughSpace, reason: "no memory for a resource", cause: error.asNSError)
        }
    }

    /// Copies a descriptor's content to a new file of the app. Throws when the file exists.
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
