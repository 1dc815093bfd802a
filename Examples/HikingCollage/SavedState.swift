import Photos

/// What the program remembers from one start to the next.
struct SavedState: Codable, Equatable {
    /// The archived `PHPersistentChangeToken`: everything up to it is on the collages.
    var token: Data
    var collages: [Collage]

    init(token: PHPersistentChangeToken, collages: [Collage]) throws {
        self.token = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        self.collages = collages
    }

    /// The token; nil when its bytes were damaged.
    var changeToken: PHPersistentChangeToken? {
        do {
            return try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: token)
        } catch {
            // Foundation says only that it is no archive of one, with several errors.
            return nil
        }
    }

    /// Nil when there is no such file: the program was never here.
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

    /// Written under another name first and then renamed, so that the file is always a whole one.
    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}

/// A state file that cannot be used, and why.
struct StateError: LocalizedError, Equatable {
    var message: String
    var errorDescription: String? { message }
}
