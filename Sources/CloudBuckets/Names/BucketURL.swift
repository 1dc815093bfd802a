package import LinuxSystem

/// Where a bucket is, as a person writes it:
///
///     folder:/mnt/share/Photos
///     s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION&style=path&profile=NAME&ca=/PATH
///
/// Never has credentials, so it may be shown, logged and stored.
package enum BucketURL: Hashable, Sendable {
    /// An absolute path.
    case folder(FilePath)
    case s3(S3Location)

    /// What is wrong with a URL.
    package struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        package var description: String
    }

    package init(_ text: String) throws(Malformed) {
        if text.hasPrefix("folder:") {
            let path = String(text.dropFirst("folder:".count))
            guard path.hasPrefix("/"), !path.utf8.contains(0) else {
                throw Malformed(description: "folder: wants an absolute path, such as folder:/mnt/share/Photos")
            }
            self = .folder(FilePath(path))
        } else if text.hasPrefix("s3://") {
            self = .s3(try S3Location(String(text.dropFirst("s3://".count))))
        } else if text.hasPrefix("/") {
            throw Malformed(description: "a bucket is folder:DIR or s3://BUCKET/PREFIX, as in folder:\(text)")
        } else {
            throw Malformed(description: "a bucket is folder:DIR or s3://BUCKET/PREFIX")
        }
    }

    package var text: String {
        switch self {
        case .folder(let path): "folder:\(path.text)"
        case .s3(let location): "s3://\(location.text)"
        }
    }
}
