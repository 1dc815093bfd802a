internal import CloudSync
internal import LibraryModel

extension SyncIssue {
    /// For the person.
    var text: String {
        switch self {
        case .unreadable(_, .newerVersion):
            "something in the bucket was written by a later version: update this machine's programs"
        case .unreadable(.head, _): "what a device says of itself is not readable"
        case .unreadable(.ownHead, _): "what this device has said of itself is not readable"
        case .unreadable(.segment(let device, let number), _):
            "part \(number) of what device \(device.hexadecimal) changed is not readable"
        case .unreadable(.snapshotPart(let device, _, _), _):
            "a snapshot of device \(device.hexadecimal) is not readable"
        case .gap(let device): "part of what device \(device.hexadecimal) changed is not in the bucket any more"
        case .missingBlob(let blob):
            "a file is not in the bucket; \"photos cloud verify\" on a machine that has it sends it again: "
                + blob.content.bytes.hexadecimal
        case .missingFile(let blob): "a file is not in this library: \(blob.content.bytes.hexadecimal)"
        case .newIdentity:
            "this device has begun anew, because a copy of it is at work or it was restored from a backup"
        case .clockExhausted: "a device's clock is wrong by thousands of years"
        }
    }
}
