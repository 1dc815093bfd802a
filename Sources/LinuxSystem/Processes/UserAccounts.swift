import Glibc

/// The users of the machine.
package enum UserAccounts {
    /// The user ID for a name, or for an ID in digits. Returns nil for an unknown name.
    package static func number(of name: String) throws(SystemCallError) -> UInt32? {
        if let number = UInt32(name) { return number }
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        // A longer entry fails with ERANGE.
        var texts = [CChar](repeating: 0, count: 64 * 1024)
        let error = unsafe texts.withUnsafeMutableBufferPointer { texts in
            guard let start = texts.baseAddress else { return ENOMEM }
            return unsafe getpwnam_r(name, &entry, start, texts.count, &found)
        }
        if unsafe found != nil { return unsafe entry.pw_uid }
        // All of these mean an unknown name (getpwnam(3)).
        if [0, ENOENT, ESRCH, EBADF, EPERM].contains(error) { return nil }
        throw SystemCallError(error, "getpwnam")
    }
}
