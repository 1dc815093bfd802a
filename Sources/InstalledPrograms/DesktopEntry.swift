/// What a .desktop file says of an application, as far as it is needed here: the Desktop Entry Specification's strings,
/// their languages, and its commands.
///
/// GLib's reader is not used, because `photos` has nothing else of GLib. What is malformed is left out; nothing in a
/// file can make the reader fail otherwise.
package struct DesktopEntry: Hashable, Sendable {
    /// Bytes of a file: none is a tenth of that.
    package static let maximumSize = 256 << 10
    /// Bytes of a value. Longer ones are left out.
    private static let maximumValue = 4_096
    /// Languages of a name. The others are left out.
    private static let maximumNames = 256

    /// By the locale in brackets; "" for the one without.
    private var names: [String: String] = [:]
    package private(set) var icon: String?
    package private(set) var command: DesktopCommand?
    package private(set) var triedProgram: String?
    /// Not in menus.
    package private(set) var isNotDisplayed = false
    /// As if the file was not there.
    package private(set) var isHidden = false
    private var isApplication = false

    /// Nil for what is no application's entry, or has no name.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= DesktopEntry.maximumSize else { return nil }
        var isIn = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            if first == UInt8(ascii: "[") {
                // The group comes once, and other groups are about other things.
                if isIn { break }
                isIn = line.trimmed.elementsEqual("[Desktop Entry]".utf8)
            } else if isIn {
                take(line)
            }
        }
        guard isApplication, names[""] != nil else { return nil }
    }

    /// The name in the first of these locales that it has one for, else the one of no language.
    package func name(in locales: [String]) -> String {
        (locales + [""]).lazy.compactMap { names[$0] }.first ?? ""
    }

    /// Whether both call a program the same in every language.
    func isNamed(as other: DesktopEntry) -> Bool { names == other.names && icon == other.icon }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        guard let equals = line.firstIndex(of: UInt8(ascii: "=")),
            case let bytes = line[(equals + 1)...].trimmed, bytes.count <= DesktopEntry.maximumValue,
            let key = String(validating: line[..<equals].trimmed, as: UTF8.self),
            let value = String(validating: bytes, as: UTF8.self)
        else { return }
        switch key {
        case "Type": isApplication = value == "Application"
        case "Name": name(value.withoutEscapes, "")
        case "Icon": icon = value.withoutEscapes
        case "Exec": command = DesktopCommand(value.withoutEscapes)
        case "TryExec": triedProgram = value.withoutEscapes
        case "NoDisplay": isNotDisplayed = value == "true"
        case "Hidden": isHidden = value == "true"
        default:
            guard key.hasPrefix("Name["), key.hasSuffix("]") else { return }
            name(value.withoutEscapes, String(key.dropFirst("Name[".count).dropLast()))
        }
    }

    private mutating func name(_ name: String, _ locale: String) {
        guard !name.isEmpty, names.count < DesktopEntry.maximumNames || locale.isEmpty else { return }
        names[locale] = name
    }
}

/// The value of `Exec`, in words.
package struct DesktopCommand: Hashable, Sendable {
    /// Words of a command.
    private static let maximumWords = 64

    package private(set) var program: String
    package private(set) var arguments: [String] = []

    /// Nil for quotation marks that do not end, and without a program.
    package init?(_ text: String) {
        var words: [String] = []
        var word: String?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case " ":
                if let word { words.append(word) }
                word = nil
            case "\"":
                guard let quoted = DesktopCommand.quotation(&rest) else { return nil }
                word = (word ?? "") + quoted
            default: word = (word ?? "") + String(character)
            }
            guard words.count < DesktopCommand.maximumWords else { return nil }
        }
        if let word { words.append(word) }
        guard let program = words.first, !program.isEmpty else { return nil }
        self.program = program
        arguments = Array(words.dropFirst())
    }

    /// What is before the next quotation mark, which is taken as well.
    private static func quotation(_ rest: inout Substring) -> String? {
        var text = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return text
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                text.append(escaped)
            default: text.append(character)
            }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Without spaces, tabs and carriage returns around it.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
        let beginning = drop(while: isSpace)
        return beginning[..<(beginning.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? beginning.startIndex)]
    }
}

extension String {
    /// With the specification's escapes replaced by what they stand for; another backslash stays.
    fileprivate var withoutEscapes: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        var result = ""
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let next = rest.popFirst() else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch next {
            case "s": result += " "
            case "n": result += "\n"
            case "t": result += "\t"
            case "r": result += "\r"
            case "\\": result += "\\"
            default:
                result += "\\"
                result.unicodeScalars.append(next)
            }
        }
        return result
    }
}
