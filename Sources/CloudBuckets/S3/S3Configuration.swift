internal import LibraryModel
package import LinuxSystem

/// Credentials and region, from where all programs for S3 look for them: the environment's `AWS_ACCESS_KEY_ID`,
/// `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION`, `AWS_DEFAULT_REGION` and `AWS_PROFILE`, and the files
/// `~/.aws/credentials` and `~/.aws/config`, or those that `AWS_SHARED_CREDENTIALS_FILE` and `AWS_CONFIG_FILE` name.
package struct S3Configuration: Hashable, Sendable {
    package var credentials: S3Credentials?
    package var region: String?

    /// Bytes of a configuration file.
    private static let fileLimit = 1024 * 1024

    /// A named profile is read from the files, even if the environment has keys.
    package init(
        profile: String? = nil,
        environment: [String: String] = EnvironmentVariables.values()
    ) throws(SystemCallError) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        region = value("AWS_REGION") ?? value("AWS_DEFAULT_REGION")
        if profile == nil, let key = value("AWS_ACCESS_KEY_ID"), let secret = value("AWS_SECRET_ACCESS_KEY") {
            credentials = S3Credentials(accessKey: key, secretKey: secret, sessionToken: value("AWS_SESSION_TOKEN"))
        }
        let section = profile ?? value("AWS_PROFILE") ?? "default"
        var values: [String: String] = [:]
        let files = zip(S3Configuration.files(environment), ["profile \(section)", section])
        for (path, name) in files {
            guard let text = try S3Configuration.text(of: path) else { continue }
            let sections = IniFile(text).sections
            // The config file calls every profile but the default one “profile NAME”.
            let found = sections[name] ?? (section == "default" ? sections[section] : nil)
            values.merge(found ?? [:]) { $1 }
        }
        region = region ?? values["region"]
        if credentials == nil, let key = values["aws_access_key_id"], let secret = values["aws_secret_access_key"] {
            credentials = S3Credentials(
                accessKey: key,
                secretKey: secret,
                sessionToken: values["aws_session_token"]
            )
        }
    }

    /// The file with settings and the one with credentials.
    package static func files(_ environment: [String: String] = EnvironmentVariables.values()) -> [FilePath] {
        let folder = FilePath(environment["HOME"] ?? "/").appending(".aws")
        return [("AWS_CONFIG_FILE", "config"), ("AWS_SHARED_CREDENTIALS_FILE", "credentials")].map { name, file in
            environment[name].flatMap { $0.isEmpty ? nil : FilePath($0) } ?? folder.appending(FilePath(file))
        }
    }

    /// Returns nil for a missing file.
    private static func text(of path: FilePath) throws(SystemCallError) -> String? {
        do throws(SystemCallError) {
            let bytes = try OwnedDescriptor(opening: path, [.readOnly, .nonBlocking]).readToEnd(limit: fileLimit)
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            if error.isAbsence { return nil }
            throw error
        }
    }
}

/// The format of those files: sections with names and values.
struct IniFile: Hashable, Sendable {
    private(set) var sections: [String: [String: String]] = [:]

    init(_ text: String) {
        var section: String?
        for line in text.split(whereSeparator: \.isNewline) {
            // An indented line continues the value before it, and no value that is used has one.
            guard let first = line.first, !first.isWhitespace, first != "#", first != ";" else { continue }
            let line = line.trimmed
            if line.hasPrefix("["), line.hasSuffix("]") {
                let name = line.dropFirst().dropLast().trimmed
                section = name
                sections[name, default: [:]] = sections[name] ?? [:]
                continue
            }
            guard let section, let equals = line.firstIndex(of: "=") else { continue }
            let name = line[..<equals].trimmed.lowercased()
            sections[section]?[name] = line[line.index(after: equals)...].trimmed
        }
    }
}
