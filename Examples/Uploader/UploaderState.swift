import Photos

/// What the program remembers between two starts.
struct UploaderState: Codable, Equatable {
    var destination: URL
    /// The change token up to which new photos are in `waiting`. Nil before the first look.
    var token: Data?
    /// Local identifiers of photos that have no job yet.
    var waiting: [String] = []

    /// Where it is, by the environment.
    static func file(_ environment: [String: String]) -> URL {
        let folder =
            environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/state")
        return folder.appendingPathComponent("uploader.json")
    }

    init(destination: URL) { self.destination = destination }

    /// Nil without a file.
    init?(contentsOf file: URL) throws {
        do {
            self = try JSONDecoder().decode(UploaderState.self, from: Data(contentsOf: file))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
    }

    func write(to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }

    /// The URL that a photo is sent to: the name is different for each photo.
    func url(of asset: String, filename: String) -> URL {
        destination.appendingPathComponent("\(asset.prefix(8))-\(filename)")
    }
}
