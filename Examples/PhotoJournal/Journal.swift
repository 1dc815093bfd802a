import PhotosUI

/// The person's journal, in a file.
struct Journal: Codable, Equatable {
    struct Entry: Codable, Equatable {
        var date: Date
        var text: String
        /// Local identifiers.
        var photos: [String]
    }

    /// The album of this program, once it exists.
    var album: String?
    var entries: [Entry] = []

    init() {}

    /// Empty without a file.
    init(contentsOf file: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            self.init()
            return
        }
        do {
            self = try JSONDecoder().decode(Journal.self, from: data)
        } catch is DecodingError {
            throw JournalError(message: "\(file.path) is no journal of this program")
        }
    }

    /// Written under another name and renamed, so that the file is always complete.
    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}

/// An unusable journal, and why.
struct JournalError: LocalizedError, Equatable {
    var message: String
    var errorDescription: String? { message }
}
