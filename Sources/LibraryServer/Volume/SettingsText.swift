internal import LibraryModel

/// Finds values in other programs' settings files: as much of JSON, INI and XML as that takes. Ignores what it does not
/// understand.
enum SettingsText {
    /// The string values of all members of this name, at any depth.
    static func stringsInJSON(_ text: String, named name: String) -> [String] {
        var found: [String] = []
        var isName = false
        var isValue = false
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"":
                let string = jsonString(&rest)
                if isValue { found.append(string) }
                (isName, isValue) = (!isValue && string == name, false)
            case ":": (isName, isValue) = (false, isName)
            case " ", "\t", "\r", "\n": break
            default: (isName, isValue) = (false, false)
            }
        }
        return found
    }

    /// Reads a string after its opening quote.
    private static func jsonString(_ rest: inout Substring.UnicodeScalarView) -> String {
        var units: [UInt16] = []
        while let scalar = rest.popFirst(), scalar != "\"" {
            guard scalar == "\\", let escaped = rest.popFirst() else {
                units.append(contentsOf: String(scalar).utf16)
                continue
            }
            switch escaped {
            case "n": units.append(10)
            case "t": units.append(9)
            case "r": units.append(13)
            case "b": units.append(8)
            case "f": units.append(12)
            case "u":
                let digits = String(String.UnicodeScalarView(rest.prefix(4)))
                rest = rest.dropFirst(4)
                if let unit = UInt16(digits, radix: 16) { units.append(unit) }
            default: units.append(contentsOf: String(escaped).utf16)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The values of all lines `NAME=value` whose name is this one, or ends in it after a backslash (Qt's lists).
    /// Removes quotes around a value and decodes `\x` escapes.
    static func valuesInINI(_ text: String, endingIn name: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let key = parts[0].trimmed
            guard key == name || key.hasSuffix("\\" + name) else { return nil }
            var value = parts[1].trimmed[...]
            if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
            return iniString(value)
        }
    }

    private static func iniString(_ value: Substring) -> String {
        var scalars = String.UnicodeScalarView()
        var rest = value.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let escaped = rest.popFirst() else {
                scalars.append(scalar)
                continue
            }
            let digits = String(String.UnicodeScalarView(rest.prefix(4).prefix { $0.properties.isASCIIHexDigit }))
            if escaped == "x", let number = UInt32(digits, radix: 16), let character = Unicode.Scalar(number) {
                scalars.append(character)
                rest = rest.dropFirst(digits.count)
            } else {
                scalars.append(escaped)
            }
        }
        return String(scalars)
    }

    /// The values of an attribute of all elements of this name.
    static func attributesInXML(_ text: String, _ attribute: String, of element: String) -> [String] {
        var found: [String] = []
        for tag in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            guard tag.hasPrefix(element), let after = tag.dropFirst(element.count).first, after.isWhitespace else {
                continue
            }
            var rest = tag.dropFirst(element.count)
            while let equals = rest.firstIndex(of: "=") {
                let name = rest[..<equals].trimmed
                rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
                guard let quote = rest.popFirst(), quote == "\"" || quote == "'",
                    let end = rest.firstIndex(of: quote)
                else { break }
                if name == attribute { found.append(unescapedXML(rest[..<end])) }
                rest = rest[rest.index(after: end)...]
            }
        }
        return found
    }

    private static func unescapedXML(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let character = rest.popFirst() {
            guard character == "&", let end = rest.firstIndex(of: ";") else {
                result.append(character)
                continue
            }
            let name = rest[..<end]
            let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][String(name)]
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            guard let replacement = named ?? number.flatMap(Unicode.Scalar.init).map({ String($0) }) else {
                result.append(character)
                continue
            }
            result += replacement
            rest = rest[rest.index(after: end)...]
        }
        return result
    }
}
