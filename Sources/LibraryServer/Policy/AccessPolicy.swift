internal import InstalledPrograms
internal import JSONText
internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem

/// The administrator's restrictions of apps, from a file:
///
///     {
///       "restrict": [
///         { "apps": ["exe:/opt/games/*", "flatpak:com.example.App"], "except": ["exe:/opt/games/album"],
///           "levels": ["readWrite", "addOnly", "picker"], "reason": "company policy 12" }
///       ]
///     }
///
/// A rule restricts the apps that it names, without its exceptions. Names are identities; a final `*` matches any
/// ending. `interpreter:NAME` matches interpreters (`Interpreter`) by file name, `interpreter:*` all of them. Without
/// `levels` a rule forbids everything. Anything else in the file is an error, and a file with an error is rejected as a
/// whole, so that it is never mistaken for a policy that forbids less.
struct AccessPolicy: Hashable, Sendable {
    /// The levels of a rule.
    private struct Rule: Hashable, Sendable {
        var apps: [Pattern]
        var exceptions: [Pattern]
        var restriction: AppRestriction
        var reason: String?

        func names(_ app: String) -> Bool {
            apps.contains { $0.matches(app) } && !exceptions.contains { $0.matches(app) }
        }
    }

    private struct Pattern: Hashable, Sendable {
        var text: String
        var isPrefix: Bool

        init(_ text: String) throws(InvalidPolicy) {
            isPrefix = text.hasSuffix("*")
            self.text = isPrefix ? String(text.dropLast()) : text
            guard !text.isEmpty, !self.text.contains("*") else {
                throw InvalidPolicy("\"\(text)\" names no app: a * can only stand at the end")
            }
            // An empty rule is a mistake.
            guard canMatch else {
                throw InvalidPolicy(
                    "\"\(text)\" is no identity, such as exe:/usr/bin/camera, flatpak:org.example.App, snap:example or "
                        + "interpreter:python*"
                )
            }
        }

        private static let interpreter = "interpreter:"

        /// Whether identities of this kind exist.
        private var canMatch: Bool {
            if text.isEmpty { return isPrefix }
            return ["exe:/", "flatpak:", "snap:", Pattern.interpreter].contains { kind in
                text.hasPrefix(kind) && (isPrefix || text != kind)
            } || isPrefix && text == "exe:"
        }

        func matches(_ app: String) -> Bool {
            guard text.hasPrefix(Pattern.interpreter) else { return matches(text, app) }
            guard let path = AppIdentity.path(ofExecutable: app), Interpreter.isOne(path) else { return false }
            return matches(String(text.dropFirst(Pattern.interpreter.count)), path.lastComponent.text)
        }

        private func matches(_ text: String, _ name: String) -> Bool {
            isPrefix ? name.utf8.starts(with: text.utf8) : name.utf8.elementsEqual(text.utf8)
        }
    }

    private var rules: [Rule] = []

    /// No restrictions.
    init() {}

    init(_ text: String) throws(InvalidPolicy) {
        let value: JSONValue
        do throws(JSONValue.Malformed) { value = try JSONValue(text) } catch {
            throw InvalidPolicy("line \(error.line) is not JSON")
        }
        guard case .object(let members) = value else { throw InvalidPolicy("it is no JSON object") }
        try AccessPolicy.check(members, knows: ["restrict"])
        guard case .array(let rules)? = members["restrict"] else {
            throw InvalidPolicy("\"restrict\" must be an array of rules")
        }
        self.rules = try rules.map { rule throws(InvalidPolicy) in try AccessPolicy.rule(rule) }
    }

    private static func rule(_ value: JSONValue) throws(InvalidPolicy) -> Rule {
        guard case .object(let members) = value else { throw InvalidPolicy("a rule must be an object") }
        try check(members, knows: ["apps", "except", "levels", "reason"])
        guard let apps = try strings(members, "apps"), !apps.isEmpty else {
            throw InvalidPolicy("a rule must name \"apps\"")
        }
        var restriction: AppRestriction = [.readWrite, .addOnly, .picker]
        if let levels = try strings(members, "levels") {
            restriction = []
            for level in levels {
                switch level {
                case "readWrite": restriction.insert(.readWrite)
                case "addOnly": restriction.insert(.addOnly)
                case "picker": restriction.insert(.picker)
                default: throw InvalidPolicy("\"\(level)\" is not one of readWrite, addOnly, picker")
                }
            }
            guard !restriction.isEmpty else { throw InvalidPolicy("\"levels\" of a rule is empty") }
        }
        var reason: String?
        switch members["reason"] {
        case nil: break
        case .string(let text)?: reason = text
        default: throw InvalidPolicy("\"reason\" must be a string")
        }
        return Rule(
            apps: try apps.map { text throws(InvalidPolicy) in try Pattern(text) },
            exceptions: try (try strings(members, "except") ?? []).map { text throws(InvalidPolicy) in
                try Pattern(text)
            },
            restriction: restriction,
            reason: reason
        )
    }

    private static func strings(
        _ members: [String: JSONValue],
        _ name: String
    ) throws(InvalidPolicy) -> [String]? {
        guard let member = members[name] else { return nil }
        guard case .array(let elements) = member else { throw InvalidPolicy("\"\(name)\" must be an array of strings") }
        return try elements.map { element throws(InvalidPolicy) in
            guard case .string(let text) = element else {
                throw InvalidPolicy("\"\(name)\" must be an array of strings")
            }
            return text
        }
    }

    private static func check(_ members: [String: JSONValue], knows names: Set<String>) throws(InvalidPolicy) {
        if let unknown = members.keys.sorted().first(where: { !names.contains($0) }) {
            throw InvalidPolicy("\"\(unknown)\" is not a member that is known here")
        }
    }

    // MARK: Lookup

    /// The restrictions of an app.
    func restriction(of app: String) -> AppRestriction {
        rules.reduce(into: []) { if $1.names(app) { $0.formUnion($1.restriction) } }
    }

    /// Throws `accessRestricted` with the administrator's reason when the policy forbids this level.
    func check(_ app: String, _ level: AccessLevel) throws(LibraryError) {
        let wanted = AppRestriction(level)
        let rules = rules.filter { $0.names(app) && $0.restriction.contains(wanted) }
        guard !rules.isEmpty else { return }
        let reason = rules.compactMap(\.reason).first.map { ": \($0)" } ?? ""
        throw LibraryError(.accessRestricted, "the administrator's policy restricts this app\(reason)")
    }
}

/// Why a policy is invalid.
struct InvalidPolicy: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

extension LibraryError {
    static let pickerRestricted = LibraryError(
        .accessRestricted,
        "the administrator's policy lets nobody give photos to this app"
    )
}
