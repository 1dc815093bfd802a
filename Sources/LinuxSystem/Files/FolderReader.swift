internal import CLinux
import Glibc

/// One name in a folder.
package struct FolderEntry: Hashable, Sendable {
    /// The name, which need not be UTF-8.
    package var name: FilePath
    /// The type from the folder entry; nil on file systems that do not store it there.
    package var kind: FileStatus.Kind?

    package init(name: FilePath, kind: FileStatus.Kind?) {
        self.name = name
        self.kind = kind
    }
}

/// Reads the entries of a folder, unordered, without "." and "..".
@safe package struct FolderReader: ~Copyable {
    private let stream: OpaquePointer

    package init(_ path: FilePath) throws(SystemCallError) {
        try self.init(OwnedDescriptor(opening: path, [.readOnly, .folder]))
    }

    package init(_ folder: consuming OwnedDescriptor) throws(SystemCallError) {
        guard let stream = unsafe fdopendir(folder.rawValue) else { throw SystemCallError(errno, "fdopendir") }
        unsafe self.stream = stream
        // `closedir` closes it from here on.
        _ = folder.release()
    }

    deinit {
        _ = unsafe closedir(stream)
    }

    /// Returns the next entry; nil after the last one.
    package mutating func next() throws(SystemCallError) -> FolderEntry? {
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                let errorNumber = errno
                if errorNumber == 0 { return nil }
                throw SystemCallError(errorNumber, "readdir")
            }
            guard let characters = unsafe clinux_entry_name(entry) else { continue }
            let name = unsafe Array(UnsafeRawBufferPointer(start: characters, count: strlen(characters)))
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            return FolderEntry(name: FilePath(bytes: name), kind: unsafe kind(entry.pointee.d_type))
        }
    }

    private func kind(_ type: UInt8) -> FileStatus.Kind? {
        switch Int(type) {
        case Int(DT_REG): .regularFile
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .symbolicLink
        case Int(DT_SOCK): .socket
        case Int(DT_UNKNOWN): nil
        default: .other
        }
    }
}
