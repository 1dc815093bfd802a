import LibraryModel
import LinuxSystem
import Synchronization

@testable import PhotoImport
@testable import PhotosCommandLine

/// A library server's side of an import, in memory.
///
/// A file's metadata is what its first line says, for example `video duration=3 date=5 id=A`; a file that starts with
/// `damaged` is refused when it is staged, one that starts with `poison` when its block is performed.
final class LibraryDouble: ImportDestination {
    struct Asset: Hashable {
        var id: ObjectID
        var kinds: [ResourceKind]
        var contents: [[UInt8]]
        var filenames: [String]
        var properties: AssetUpdate
        var sideCars: [SideCar?] = []
    }

    struct State {
        var assets: [Asset] = []
        var albums: [ObjectID: (title: String, members: [ObjectID])] = [:]
        var staged: [ObjectID: (content: [UInt8], filename: String, sideCar: SideCar?)] = [:]
        /// The number of assets that each performed block created.
        var blockSizes: [Int] = []
        var stagings = 0
        /// Files that are staged well before the errors come.
        var stagingsBeforeErrors = 0
        /// What the next calls throw.
        var stagingErrors: [LibraryError] = []
        var blockErrors: [LibraryError] = []
    }

    let state = Mutex(State())
    /// Called with the number of files staged so far, before one more is.
    let willStage: @Sendable (Int) -> Void
    /// Whether what is there is as if it were edited.
    let takesNoFiles: Bool

    init(takesNoFiles: Bool = false, willStage: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.takesNoFiles = takesNoFiles
        self.willStage = willStage
    }

    var assets: [Asset] { state.withLock(\.assets) }

    func stage(
        _ file: borrowing OwnedDescriptor,
        filename: String,
        sideCar: SideCar?
    ) throws(LibraryError) -> StagedResource {
        let content: [UInt8]
        do throws(SystemCallError) {
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            content = Array(buffer[..<(try file.read(into: &buffer, at: 0))])
        } catch {
            throw LibraryError(.internal, error.reason)
        }
        willStage(state.withLock(\.stagings))
        return try state.withLock { state throws(LibraryError) in
            state.stagings += 1
            let isTimeForErrors = state.stagings > state.stagingsBeforeErrors
            if isTimeForErrors, !state.stagingErrors.isEmpty { throw state.stagingErrors.removeFirst() }
            guard var metadata = metadata(content) else { throw LibraryError(.invalidResource, "damaged") }
            metadata.isSideCarUnreadable = sideCar?.bytes.starts(with: "damaged".utf8) ?? false
            let id = ObjectID.random()
            state.staged[id] = (content, filename, sideCar)
            let duplicate = state.assets.first { $0.contents.contains(content) }
            var resource = StagedResource(
                id: id,
                metadata: metadata,
                size: Int64(content.count),
                duplicateOf: duplicate?.id
            )
            if duplicate == nil, let identifier = metadata.contentIdentifier {
                let other = state.assets.first { asset in
                    asset.kinds.count == 1
                        && asset.contents.contains {
                            self.metadata($0)?.contentIdentifier == identifier
                                && self.metadata($0)?.kind != metadata.kind
                        }
                }
                resource.otherHalf = other?.id
            }
            if let known = duplicate?.id ?? resource.otherHalf,
                let asset = state.assets.first(where: { $0.id == known }), !takesNoFiles
            {
                let all: Set<ResourceKind> = asset.kinds.contains(.video) ? [.photo] : [.alternatePhoto, .pairedVideo]
                resource.lacking = all.subtracting(asset.kinds)
            }
            return resource
        }
    }

    func mintIdentifiers(_ count: Int) throws(LibraryError) -> [ObjectID] { (0..<count).map { _ in .random() } }

    func known(_ ids: [ObjectID]) throws(LibraryError) -> [PhotoNotes.Known] { ids.map { _ in PhotoNotes.Known() } }

    func perform(_ block: ChangeBlock) throws(LibraryError) -> ChangeToken {
        try state.withLock { state throws(LibraryError) in
            if !state.blockErrors.isEmpty { throw state.blockErrors.removeFirst() }
            var assets = state.assets
            var albums = state.albums
            for operation in block.operations {
                switch operation {
                case .createAsset(let creation):
                    let files = creation.resources.compactMap { state.staged[$0.staged] }
                    if files.count != creation.resources.count { throw LibraryError(.notFound, "not staged") }
                    if files.contains(where: { $0.content.starts(with: Array("poison".utf8)) }) {
                        throw LibraryError(.invalidResource, "poisoned")
                    }
                    assets.append(
                        Asset(
                            id: creation.id,
                            kinds: creation.resources.map(\.kind),
                            contents: files.map(\.content),
                            filenames: files.map(\.filename),
                            properties: creation.properties,
                            sideCars: files.map(\.sideCar)
                        )
                    )
                case .completeAsset(let id, let resources):
                    guard let place = assets.firstIndex(where: { $0.id == id }) else {
                        throw LibraryError(.notFound, "no asset")
                    }
                    for use in resources {
                        guard let file = state.staged[use.staged] else { throw LibraryError(.notFound, "not staged") }
                        if use.kind == .photo { assets[place].kinds = [.pairedVideo] }
                        assets[place].kinds.append(use.kind)
                        assets[place].contents.append(file.content)
                        assets[place].filenames.append(file.filename)
                    }
                case .createCollection(.assetCollection, let id, let title, nil):
                    if albums.updateValue((title, []), forKey: id) != nil { throw LibraryError(.internal, "there") }
                case .insertMembers(.album(let id), let members, at: nil):
                    if albums[id] == nil { throw LibraryError(.notFound, "no album") }
                    albums[id]?.members += members.map(\.id)
                default: throw LibraryError(.unimplemented, "\(operation)")
                }
            }
            state.blockSizes.append(assets.count - state.assets.count)
            (state.assets, state.albums) = (assets, albums)
            let library = ObjectID(high: 0, low: 0)
            return ChangeToken(library: library, historyEpoch: 0, sequence: 0, visibilityEpoch: 0)
        }
    }

    private func metadata(_ content: [UInt8]) -> MediaMetadata? {
        let line = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).first ?? []
        let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
        guard let kind = words.first, kind != "damaged" else { return nil }
        var metadata = MediaMetadata(
            kind: kind == "video" ? .video : .image,
            contentType: "test",
            pixelWidth: 1,
            pixelHeight: 1
        )
        for word in words.dropFirst() {
            let pair = word.split(separator: "=").map(String.init)
            guard pair.count == 2 else { continue }
            switch pair[0] {
            case "duration": metadata.duration = Double(pair[1]) ?? 0
            case "id": metadata.contentIdentifier = pair[1]
            case "movie": metadata.embeddedMovieSize = Int64(pair[1])
            case "date":
                metadata.captureDate = CaptureDate(
                    instant: (Int64(pair[1]) ?? 0) * 1_000_000,
                    utcOffset: 0,
                    source: .exifOriginal
                )
            default: continue
            }
        }
        return metadata
    }
}
