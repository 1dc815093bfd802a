import Glibc

/// How many descriptors this process may have open (RLIMIT_NOFILE).
package enum OpenFileLimit {
    /// Raises the limit to `wanted`, or as near to it as the system allows. Returns the new limit.
    @discardableResult
    package static func raise(to wanted: UInt64) throws(SystemCallError) -> UInt64 {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        if unsafe getrlimit(resource, &limit) != 0 { throw SystemCallError(errno, "getrlimit") }
        let reachable = min(UInt64(limit.rlim_max), wanted)
        guard UInt64(limit.rlim_cur) < reachable else { return UInt64(limit.rlim_cur) }
        limit.rlim_cur = rlim_t(reachable)
        if unsafe setrlimit(resource, &limit) != 0 { throw SystemCallError(errno, "setrlimit") }
        return reachable
    }
}
