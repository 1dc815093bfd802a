import LinuxSystem

/// The folders of a tree, as they are watched: waits until something in them may have changed.
///
/// Where no notices come (network file systems, FUSE, MTP and PTP mounts, more folders than a user may watch, a folder
/// that is not there) it has the folders looked at again after some time. One thread.
final class WatchedFolders {
    private let notices: FolderNotices
    /// Gives an error event whenever something is mounted or unmounted.
    private let mounts: OwnedDescriptor
    private var numbers: Set<CInt> = []
    private var found: Set<CInt> = []
    private var tells: [UInt64: Bool] = [:]
    /// Whether changes of some folder are not told.
    private(set) var isPartlyBlind = false

    /// Nanoseconds between two looks at folders whose changes are not told.
    static let interval: UInt64 = 10_000_000_000

    init() throws(SystemCallError) {
        notices = try FolderNotices()
        mounts = try OwnedDescriptor(opening: "/proc/self/mountinfo")
    }

    /// A look at all folders begins.
    func lookBegins() throws(SystemCallError) {
        // Before the folders are read: what comes while they are gives a notice for the next look.
        try notices.clear()
        found = []
        tells = [:]
        isPartlyBlind = false
    }

    /// A folder is going to be read.
    func willRead(_ folder: FilePath, _ status: FileStatus) {
        if !tellsChanges(folder, status.device) { isPartlyBlind = true }
        watch(folder)
    }

    /// One of the given folders is not there: where it would come is watched.
    func isMissing(_ folder: FilePath) {
        isPartlyBlind = true
        watch(folder.folder)
    }

    /// `isWhole`: everything was seen, so that other folders are no longer of interest.
    func lookEnded(isWhole: Bool) {
        if isWhole {
            for number in numbers.subtracting(found) { notices.endWatch(number) }
            numbers = found
        } else {
            numbers.formUnion(found)
        }
    }

    /// Waits for a notice, for `stop`, or until a monotonic deadline.
    func wait(until deadline: UInt64?, orFor stop: borrowing EventDescriptor) throws(SystemCallError) {
        var entries = [
            PollEntry(notices.descriptor.rawValue, .readable), PollEntry(stop.descriptor.rawValue, .readable),
            PollEntry(mounts.rawValue, []),
        ]
        let now = MonotonicClock.now()
        _ = try Poll.wait(&entries, timeoutNanoseconds: deadline.map { $0 - min($0, now) })
    }

    private func watch(_ folder: FilePath) {
        do throws(SystemCallError) { found.insert(try notices.watch(folder)) } catch { isPartlyBlind = true }
    }

    /// Whether this kernel sees all changes of the file system of a folder.
    func tellsChanges(_ folder: FilePath, _ device: UInt64) -> Bool {
        if let known = tells[device] { return known }
        let tell: Bool
        do throws(SystemCallError) {
            tell = !(try FileSystemKind(at: folder).isMadeByAProgramOrElsewhere)
        } catch {
            // It is gone again, or cannot be read: nothing is known of it.
            tell = false
        }
        tells[device] = tell
        return tell
    }
}
