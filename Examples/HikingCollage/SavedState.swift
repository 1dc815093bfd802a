import Photos

/// The state that is kept between runs.
struct SavedState: Codable, Equatable {
    /// The archived `PHPersistentChangeToken`: the collages have all changes up to it.
    var token: Data
    var collages: [Collage]

    init(token: PHPersistentChangeToken, collages: [Collage]) throws {
        self.token = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        self.collages = collages
    }

    /// The token; nil if its bytes are damaged.
    var changeToken: PHPersistentChangeToken? {
        do {
            return try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: token)
        } catch {
            // Foundation has several errors for damaged archives.
            return nil
        }
    }

    /// Nil without a file: this is the first run.
    init?(contentsOf file: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
        do {
            self = try JSONDecoder().decode(SavedState.self, from: data)
        } catch is DecodingError {
            throw StateError(message: "\(file.path) is no state file of this program")
        }
    }

    /// Written under another name and renamed, so that the file is always complete.
    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}

/// An unusable state file, and why.
struct StateError: LocalizedError, Equatable {
    var message: String
    var errorDescription: String? { message }
}
