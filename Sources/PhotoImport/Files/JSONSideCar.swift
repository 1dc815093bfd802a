internal import Glibc
internal import JSONText
internal import LibraryModel
internal import LinuxSystem

/// A JSON file that another program keeps beside a photo.
package enum JSONSideCar {
    /// Bytes. Google's have one or two thousand, exiftool's with all tags of a file some 20,000.
    package static let maximumSize = 1 << 20

    /// The value in a file. Throws why it cannot be read.
    static func value(_ path: FilePath, in source: any ImportSource) throws(ImportFailure) -> JSONValue {
        if let reason = source.refusal(of: path) { throw ImportFailure(path: path, reason: reason + without) }
        let bytes: [UInt8]
        do throws(SystemCallError) {
            let file = try source.open(path)
            guard try file.status().isRegularFile else { throw SystemCallError(EINVAL, "read") }
            bytes = try file.readToEnd(limit: maximumSize)
        } catch {
            let reason = error.errorNumber == EFBIG ? tooLarge : error.reason
            throw ImportFailure(path: path, reason: reason + without)
        }
        do throws(JSONValue.Malformed) { return try JSONValue(bytes) } catch {
            throw ImportFailure(path: path, reason: "line \(error.line) is damaged" + without)
        }
    }

    package static let tooLarge = "larger than \(maximumSize >> 10) KiB"

    private static let without = "; what it lies beside was taken in without it"

    /// What a JSON file says of a photo; nil when it is about something else.
    static func notes(_ path: FilePath, in source: any ImportSource) throws(ImportFailure) -> PhotoNotes? {
        let value = try value(path, in: source)
        return PhotoNotes(googleTakeout: value) ?? PhotoNotes(exiftool: value)
    }
}
