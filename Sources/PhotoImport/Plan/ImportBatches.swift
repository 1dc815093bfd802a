internal import LinuxSystem

/// The files of a plan that are sent one by one, in batches: what may become one photo comes together, with the XMP
/// files beside it, and a batch is of one album.
package struct ImportBatches: Sendable {
    package struct Batch: Hashable, Sendable {
        /// Which of the plan's groups the files are of.
        package var group: Int
        /// In the order in which they are wanted.
        package var files: [Member] = []
        fileprivate var bytes: Int64 = 0
    }

    package struct Member: Hashable, Sendable {
        /// Its place in the list of files that were offered.
        package var position: Int
        /// With what the plan says of it.
        package var file: FoundFile

        package init(position: Int, file: FoundFile) {
            self.position = position
            self.file = file
        }
    }

    /// Why a file is not asked for.
    package enum Reason: String, Hashable, Sendable {
        /// Its name is not that of a photo or a video.
        case name
        /// It belongs to a photo that is not there.
        case alone
        /// The photo that it belongs to is passed over.
        case withPhoto
        case archive
        case tooLarge
        case empty
    }

    /// Files and bytes of a batch. What belongs together may be more bytes.
    static let filesPerBatch = 32
    static let bytesPerBatch: Int64 = 128 << 20

    package private(set) var batches: [Batch] = []
    /// Files that are passed over, in their order. Hidden ones are none of them, nor are those that the plan tells of.
    package private(set) var passedOver: [(file: Int, reason: Reason)] = []

    private let files: [FoundFile]
    private let positions: [FilePath: Int]
    /// Why XMP files whose photos are here are not asked for, by their positions.
    private var sideCarReasons: [Int: Reason] = [:]
    private let maximumSize: Int64

    /// `files`: all that were offered. `maximumSize`: bytes of what belongs together.
    package init(_ files: [FoundFile], of plan: ImportPlan, maximumSize: Int64) {
        self.files = files
        self.maximumSize = maximumSize
        positions = Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
        var taken: Set<Int> = []
        for (number, group) in plan.groups.enumerated() {
            var next = Batch(group: number)
            let photos = FileGroup.groups(of: group.files)
            // A movie may be the other half of a photo of another name, which is in the library by then.
            for photo in photos.filter({ !$0.isLoneMovie }) + photos.filter(\.isLoneMovie) {
                let some = members(of: photo)
                taken.formUnion(some.files.map(\.position))
                let isFull =
                    next.files.count + some.files.count > ImportBatches.filesPerBatch
                    || next.bytes.saturatingAdding(some.bytes) > ImportBatches.bytesPerBatch
                if isFull, !next.files.isEmpty {
                    batches.append(next)
                    next = Batch(group: number)
                }
                // A side-car may be that of two photos.
                next.files += some.files.filter { !next.files.contains($0) }
                next.bytes += some.bytes
            }
            if !next.files.isEmpty { batches.append(next) }
        }
        passOverRest(taken)
    }

    /// What is sent of a group, and its bytes. What is too large for that is passed over.
    private mutating func members(of group: FileGroup) -> (files: [Member], bytes: Int64) {
        var chosen: [Member] = []
        var bytes: Int64 = 0
        for file in group.files {
            guard let position = positions[file.path] else { continue }
            let sideCar = SideCarFile.candidates(beside: file.path).compactMap { positions[$0] }.first
            if file.size == 0 || file.size > maximumSize - bytes {
                passedOver.append((position, file.size == 0 ? .empty : .tooLarge))
                if let sideCar { sideCarReasons[sideCar] = .withPhoto }
                continue
            }
            chosen.append(Member(position: position, file: file))
            bytes += file.size
            guard let sideCar, !chosen.contains(where: { $0.position == sideCar }) else { continue }
            if files[sideCar].size <= maximumSize - bytes {
                chosen.append(Member(position: sideCar, file: files[sideCar]))
                bytes += files[sideCar].size
            } else {
                sideCarReasons[sideCar] = .tooLarge
            }
        }
        return (chosen, bytes)
    }

    private mutating func passOverRest(_ taken: Set<Int>) {
        let known = taken.union(passedOver.map(\.file))
        for (position, file) in files.enumerated() where !known.contains(position) {
            let name = file.path.lastComponent
            if PassedOverNames.isHidden(inside: file.path) { continue }
            switch FileRole(name: name) {
            case .json, .manifest: break
            // Only Apple's programs can use their recipes of edits.
            case .companion:
                if SideCarFile.isName(name) { passedOver.append((position, sideCarReasons[position] ?? .alone)) }
            case .archive: passedOver.append((position, .archive))
            case .media, .other: passedOver.append((position, .name))
            }
        }
        passedOver.sort { $0.file < $1.file }
    }
}
