import PhotosUI

/// The person's journal, in a file, which all of their machines can open.
struct Journal: Codable, Equatable {
    /// A photo of an entry. Local identifiers are of one machine's library, so there are only cloud identifiers.
    struct Photo: Codable, Equatable {
        var identifier: String
        /// The file's name where the entry was written. Shown where the photo is missing.
        var name: String
        /// What the person chose where several photos have the content: one for each library that had several.
        var choices: [String] = []
    }

    struct Entry: Codable, Equatable {
        var date: Date
        var text: String
        var photos: [Photo]
    }

    /// The albums of this program, as cloud identifiers: one, unless libraries are not synchronised.
    var albums: [String] = []
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
