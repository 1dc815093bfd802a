internal import Synchronization

/// The place of an upload in an `ImportRoom`: it counts as one, and the bytes that it is going to write have room. All
/// that is given back when the place is released.
final class UploadPlace: Sendable {
    let room: ImportRoom
    /// Bytes that were announced and are not on the disk yet.
    private let unwritten: Mutex<UInt64>

    /// Made by its room.
    init(in room: ImportRoom, _ bytes: UInt64) {
        self.room = room
        unwritten = Mutex(bytes)
    }

    deinit { room.end(unwritten: unwritten.withLock(\.self)) }

    /// Bytes that were written: the disk has that much less room by itself.
    func wrote(_ count: Int) {
        let written = unwritten.withLock { unwritten in
            let written = min(unwritten, UInt64(count))
            unwritten -= written
            return written
        }
        room.wrote(written)
    }
}
