import CivilDates
import LibraryModel
import LinuxSystem
import OwnerTools
import PhotoImport
import Synchronization
import TerminalText

/// The file of `photos import --report`: a line of JSON for each file, written as the import goes on.
final class ImportReportFile: Sendable {
    /// What is told of a file.
    struct Line: Encodable, Hashable {
        var file: String
        /// `imported`, `completed`, `already there`, `edited version`, `trash`, `failed`, `passed over`, or without
        /// effect `would import`.
        var result: String
        var identifier: String?
        var sideCar: String?
        /// How the side-car was found.
        var matchedBy: String?
        /// The file that it is a version or a half of.
        var belongsTo: String?
        var album: String?
        var reason: String?
        /// A part of the picture is missing; the file was taken in as it is.
        var isDamaged: Bool?
        /// The date that is written beside the file, where the file has another one, which counts.
        var otherDate: String?

        init(_ path: FilePath, _ result: String, _ reason: String? = nil) {
            file = path.text
            self.result = result
            self.reason = reason
        }
    }

    private struct State: ~Copyable {
        var file: OwnedDescriptor
        var buffer: [UInt8] = []
        var error: SystemCallError?

        mutating func flush() {
            do throws(SystemCallError) { try file.write(buffer) } catch { self.error = self.error ?? error }
            buffer = []
        }
    }

    private let state: Mutex<State>
    private let path: FilePath
    /// Bytes that are kept until they are written.
    private static let bufferSize = 64 << 10

    /// Begins the file; one that is there is replaced.
    init(_ path: FilePath) throws(CommandFailure) {
        self.path = path
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(opening: path, [.writeOnly, .create, .truncate], mode: 0o666)
            state = Mutex(State(file: file))
        } catch {
            throw CommandFailure("\(path.sanitized): \(error.localizedReason)")
        }
    }

    func write(_ line: Line) {
        let text: String
        do { text = try JSONOutput().text(line) } catch {
            preconditionFailure("texts that are no JSON: \(error)")
        }
        state.withLock { state in
            state.buffer += Array(text.utf8)
            state.buffer.append(UInt8(ascii: "\n"))
            if state.buffer.count >= ImportReportFile.bufferSize { state.flush() }
        }
    }

    /// Writes what is left. Throws if anything could not be written.
    func finish() throws(CommandFailure) {
        let error = state.withLock { state in
            state.flush()
            return state.error
        }
        if let error { throw CommandFailure("\(path.sanitized): \(error.localizedReason)") }
    }
}

extension ImportReportFile.Line {
    init(_ file: FoundFile, _ outcome: FileOutcome, _ matched: TakeoutMatching.Reason?, album: String?) {
        switch outcome {
        case .imported(let id): self.init(file.path, "imported", of: id)
        case .completed(let id): self.init(file.path, "completed", of: id)
        case .duplicate(let id): self.init(file.path, "already there", of: id)
        case .edit(let id): self.init(file.path, "edited version", of: id)
        case .otherEdit(let id):
            self.init(file.path, "already there", of: id)
            reason = "the photo has an edit already"
        case .inTrash: self.init(file.path, "trash")
        case .failed(let reason): self.init(file.path, "failed", reason)
        }
        describe(file, matched, album)
    }

    mutating func add(_ notices: [FileNotice]) {
        for notice in notices {
            switch notice {
            case .damaged: isDamaged = true
            case .otherDate(let date): otherDate = DateText.universal(date)
            }
        }
    }

    /// What a file is without an import.
    init(planned file: FoundFile, _ matched: TakeoutMatching.Reason?, album: String?) {
        self.init(file.path, "would import")
        describe(file, matched, album)
    }

    private init(_ path: FilePath, _ result: String, of asset: LocalIdentifier) {
        self.init(path, result)
        identifier = asset.string
    }

    private mutating func describe(_ file: FoundFile, _ matched: TakeoutMatching.Reason?, _ album: String?) {
        sideCar = file.sideCar?.text
        matchedBy = matched?.rawValue
        belongsTo = file.relation?.owner.text
        self.album = album
    }
}
