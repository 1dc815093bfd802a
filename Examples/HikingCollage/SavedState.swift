import Photos

/// What the program remembers from one start to the next.
struct SavedState: Codable {
    /// The archived `PHPersistentChangeToken`: everything up to it is on the collages.
    var token: Data
    var collages: [Collage]

    init(token: PHPersistentChangeToken, collages: [Collage]) throws {
        self.token = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        self.collages = collages
    }

    /// The token, or nil when its bytes are none.
    var changeToken: PHPersistentChangeToken? {
        get throws {
            try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: token)
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
        self = try JSONDecoder().decode(SavedState.self, from: data)
    }

    /// Written under another name first and then renamed, so that the file is always a whole one.
    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}
