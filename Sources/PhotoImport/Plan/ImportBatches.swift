internal import LinuxSystem

/// Files that are sent one by one, in batches: what may become one photo comes together, with the side-cars beside it.
///
/// The rules are those of folders on a disk: a file in a folder counts when its name is that of a picture or a video,
/// one that was given itself always does.
package struct ImportBatches: Sendable {
    /// Why a file is not asked for.
    package enum Reason: String, Hashable, Sendable {
        /// Its name is not that of a photo or a video.
        case name
        case tooLarge
        case empty
    }

    /// Files and bytes of a batch. What belongs together may be more bytes.
    static let filesPerBatch = 32
    static let bytesPerBatch: Int64 = 128 << 20

    /// Positions of the files of each batch, in the order in which they are wanted.
    package private(set) var batches: [[Int]] = []
    /// Files that are passed over, in their order. Hidden ones are none of them.
    package private(set) var passedOver: [(file: Int, reason: Reason)] = []

    private let files: [FoundFile]
    private let positions: [FilePath: Int]
    private let maximumSize: Int64

    /// `files` have different paths, those that were given themselves without a folder. `maximumSize`: bytes of what
    /// belongs together.
    package init(_ files: [FoundFile], maximumSize: Int64) {
        self.files = files
        self.maximumSize = maximumSize
        positions = Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
        var taken: Set<Int> = []
        let candidates = files.filter { ImportBatches.isCandidate($0) }
        let groups = FileGroup.groups(of: candidates)
        var next: (files: [Int], bytes: Int64) = ([], 0)
        // A movie may be the other half of a photo of another name, which is in the library by then.
        for group in groups.filter({ !$0.isLoneMovie }) + groups.filter(\.isLoneMovie) {
            let some = members(of: group)
            taken.formUnion(some.files)
            let isFull = next.files.count + some.files.count > ImportBatches.filesPerBatch
            if isFull || next.bytes.saturatingAdding(some.bytes) > ImportBatches.bytesPerBatch, !next.files.isEmpty {
                batches.append(next.files)
                next = ([], 0)
            }
            next = (next.files + some.files.filter { !next.files.contains($0) }, next.bytes + some.bytes)
        }
        if !next.files.isEmpty { batches.append(next.files) }
        passOverRest(taken)
    }

    /// What is sent of a group, and its bytes. What is too large for that is passed over.
    private mutating func members(of group: FileGroup) -> (files: [Int], bytes: Int64) {
        var chosen: [Int] = []
        var bytes: Int64 = 0
        for file in group.files {
            guard let position = positions[file.path] else { continue }
            if file.size == 0 {
                passedOver.append((position, .empty))
            } else if file.size > maximumSize - bytes {
                passedOver.append((position, .tooLarge))
            } else {
                chosen.append(position)
                bytes += file.size
                for path in SideCarFile.candidates(beside: file.path) {
                    guard let sideCar = positions[path] else { continue }
                    if !chosen.contains(sideCar), files[sideCar].size <= maximumSize - bytes {
                        chosen.append(sideCar)
                        bytes += files[sideCar].size
                    }
                    break
                }
            }
        }
        return (chosen, bytes)
    }

    private mutating func passOverRest(_ taken: Set<Int>) {
        let known = taken.union(passedOver.map(\.file))
        for (position, file) in files.enumerated() where !known.contains(position) {
            if !ImportBatches.isHidden(file.path) { passedOver.append((position, .name)) }
        }
        passedOver.sort { $0.file < $1.file }
    }

    private static func isCandidate(_ file: FoundFile) -> Bool {
        let name = file.path.lastComponent
        if isHidden(file.path) || SideCarFile.isName(name) { return false }
        return file.path == name || FileFamily(name: name) != nil
    }

    /// Whether a file is in a place that is not looked at.
    private static func isHidden(_ path: FilePath) -> Bool {
        // What was given itself is looked at whatever it is called.
        let parts = path.bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: Array($0)) }.dropFirst()
        return parts.contains(where: PassedOverNames.isHidden)
            || parts.dropLast().contains(where: PassedOverNames.isBundle)
    }
}
