internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import MediaWorkerProtocol

/// How much one principal may hand over, and what has to stay free on the library's file system.
struct StagingLimits: Hashable, Sendable {
    /// Bytes of one file.
    var fileSize: Int64
    /// Bytes of a JPEG, PNG, GIF, WebP or HEIF file. The largest that cameras and stitching programs write have some
    /// 100 million; what is appended to a small picture counts too.
    var pictureSize: Int64
    /// Files that are staged at a time.
    var files = 4_096
    /// Bytes of all of them.
    var stagedBytes: Int64
    var reserve: Reserve

    static let app = StagingLimits(
        fileSize: 16 << 30,
        pictureSize: 256 << 20,
        stagedBytes: 32 << 30,
        reserve: Reserve(hundredths: 5, least: 1 << 30, most: 16 << 30, smallHundredths: 12)
    )
    static let person = StagingLimits(
        fileSize: 64 << 30,
        pictureSize: 64 << 30,
        stagedBytes: .max,
        reserve: Reserve(hundredths: 1, least: 64 << 20, most: 256 << 20, smallHundredths: 1)
    )

    init(fileSize: Int64, pictureSize: Int64, stagedBytes: Int64, reserve: Reserve) {
        self.fileSize = fileSize
        self.pictureSize = pictureSize
        self.stagedBytes = stagedBytes
        self.reserve = reserve
    }

    /// What a principal has staged.
    struct Held: Hashable, Sendable {
        var files = 0
        var bytes: Int64 = 0
    }

    /// The size limits of a file that is staged now, with `room` bytes free.
    func copyLimits(_ held: Held, room: Int64) throws(LibraryError) -> CopyLimits {
        let size = min(fileSize, stagedBytes - held.bytes, room)
        guard held.files < files, size > 0 else { throw refusal(of: 1, held, room: room) }
        return CopyLimits(size: size, pictureSize: pictureSize)
    }

    /// Whether one more file of `size` bytes may be staged.
    func admits(_ size: Int64, _ held: Held) -> Bool { held.files < files && held.bytes <= stagedBytes - size }

    /// Why a file of `size` bytes is refused.
    func refusal(of size: Int64, _ held: Held, room: Int64) -> LibraryError {
        if size > fileSize { return LibraryError(.limitExceeded, "a file may have at most \(fileSize >> 30) GiB") }
        if held.files >= files { return LibraryError(.limitExceeded, "too many files are staged", isRetryable: true) }
        if held.bytes > stagedBytes - size {
            return LibraryError(.limitExceeded, "too many bytes are staged", isRetryable: true)
        }
        if size > room { return .noSpace }
        return LibraryError(.limitExceeded, "a picture may have at most \(pictureSize >> 20) MiB")
    }

    init(of principal: Principal) { self = principal == .person ? .person : .app }

    /// What has to stay free of a file system: apps must not fill a disk up, and the person's own import leaves room
    /// for what the database writes.
    struct Reserve: Hashable, Sendable {
        /// Of the whole.
        var hundredths: UInt64
        /// Bytes.
        var least: UInt64
        var most: UInt64
        /// Of the whole, where `least` would be more than that.
        var smallHundredths: UInt64

        func bytes(ofTotal total: UInt64) -> UInt64 {
            min(max(total / 100 * hundredths, least), most, total / 100 * smallHundredths)
        }
    }
}
