import Glibc

/// The users of the machine.
package enum UserAccounts {
    /// The number of the user of a name, or of a number in digits. Nil when there is no such user.
    package static func number(of name: String) throws(SystemCallError) -> UInt32? {
        if let number = UInt32(name) { return number }
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        // Holds every entry that is not made to be too long.
        var texts = [CChar](repeating: 0, count: 64 * 1024)
        let error = unsafe texts.withUnsafeMutableBufferPointer { texts in
            guard let start = texts.baseAddress else { return ENOMEM }
            return unsafe getpwnam_r(name, &entry, start, texts.count, &found)
        }
        if unsafe found != nil { return unsafe entry.pw_uid }
        // The last ones are what some systems say of a name that is not there.
        if [0, ENOENT, ESRCH, EBADF, EPERM].contains(error) { return nil }
        throw SystemCallError(error, "getpwnam")
    }
}
