internal import CLinux
import Glibc

/// How the content of a file was copied.
package enum CopyMethod: Hashable, Sendable {
    /// Both files share their blocks until one of them changes.
    case reflink
    /// The kernel copied.
    case kernelCopy
    /// The bytes went through this process.
    case readAndWrite
}

extension OwnedDescriptor {
    /// Copies the whole of `source` into this empty file by the cheapest method that works, and returns it.
    ///
    /// The offset of `source` has to be 0; afterwards it is unspecified. Throws failures that another method would meet
    /// too (no space, a quota, a damaged disk).
    package borrowing func copyContent(of source: borrowing OwnedDescriptor) throws(SystemCallError) -> CopyMethod {
        let from = source.rawValue
        let to = self.rawValue
        do throws(SystemCallError) {
            _ = try retryingInterruptions("ioctl(FICLONE)") { clinux_clone_file(to, from) }
            return .reflink
        } catch {
            if error.isFinalForCopies { throw error }
        }
        let copied = try copyInKernel(from: from, to: to)
        // procfs and FUSE may end copy_file_range before the end of the file, so a read always confirms it.
        let moved = try copyByReading(from: source)
        return moved > 0 || copied == nil ? .readAndWrite : .kernelCopy
    }

    /// The number of bytes copied, nil when the kernel cannot copy between these files.
    private borrowing func copyInKernel(from: CInt, to: CInt) throws(SystemCallError) -> Int? {
        var total = 0
        while true {
            do throws(SystemCallError) {
                let count = try retryingInterruptions("copy_file_range") {
                    clinux_copy_range(from, to, 1 << 30)
                }
                if count == 0 { return total }
                total += count
            } catch {
                if error.isFinalForCopies { throw error }
                return total == 0 ? nil : total
            }
        }
    }

    private borrowing func copyByReading(from source: borrowing OwnedDescriptor) throws(SystemCallError) -> Int {
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        var total = 0
        while true {
            let count = try source.read(into: &buffer)
            if count == 0 { return total }
            try write(buffer.span.extracting(first: count))
            total += count
        }
    }
}

extension SystemCallError {
    fileprivate var isFinalForCopies: Bool {
        [ENOSPC, EDQUOT, EIO, EROFS, EFBIG, ENOMEM].contains(errorNumber)
    }
}
