import Foundation

/// A message in C's format syntax with arguments, for the functions from before `Logger`: `%{public}@`, `%d`, `%.2f`.
///
/// Strings and objects are redacted unless the format says `public`; numbers are not, unless it says `private` or
/// `sensitive`. A conversion that does not match its argument prints the argument as Swift does; one without an
/// argument is printed as written.
struct FormattedMessage {
    private var rest: Substring.UnicodeScalarView
    private var arguments: ArraySlice<any CVarArg>
    private var text = ""

    static func text(_ format: StaticString, _ arguments: [any CVarArg]) -> String {
        var message = FormattedMessage(rest: format.description[...].unicodeScalars, arguments: arguments[...])
        while let scalar = message.rest.popFirst() {
            if scalar == "%" { message.convert() } else { message.text.unicodeScalars.append(scalar) }
        }
        return message.text
    }

    /// Parses a conversion after its percent sign.
    private mutating func convert() {
        let start = rest
        if rest.first == "%" {
            rest.removeFirst()
            text += "%"
            return
        }
        var privacy = OSLogPrivacy.auto
        if rest.first == "{", let end = rest.firstIndex(of: "}") {
            privacy = Self.privacy(String(rest[rest.startIndex..<end]))
            rest = rest[rest.index(after: end)...]
        }
        let flags = take { "-+ #0123456789.'".unicodeScalars.contains($0) }
        _ = take { "hlqLjzt".unicodeScalars.contains($0) }
        guard let conversion = rest.popFirst(), conversion == "@" || conversion.properties.isAlphabetic,
            let argument = arguments.popFirst()
        else {
            text += "%"
            rest = start
            return
        }
        let shown = Self.value(argument, conversion, flags)
        text += privacy.shown(shown.text, isNumber: shown.isNumber)
    }

    private mutating func take(_ accepts: (Unicode.Scalar) -> Bool) -> String {
        let taken = rest.prefix(while: accepts)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    private static func privacy(_ options: String) -> OSLogPrivacy {
        let words = options.dropFirst().split(whereSeparator: { $0 == "," || $0 == " " })
        if words.contains("public") { return .public }
        let hidesAnything = words.contains("private") || words.contains("sensitive")
        let mask = words.contains("mask.hash") ? OSLogPrivacy.Mask.hash : .none
        return hidesAnything ? .private(mask: mask) : .auto(mask: mask)
    }

    private static func value(
        _ argument: any CVarArg,
        _ conversion: Unicode.Scalar,
        _ flags: String
    ) -> (text: String, isNumber: Bool) {
        switch argument {
        case let number as any BinaryInteger:
            switch conversion {
            case "d", "i", "D": return (String(format: "%\(flags)lld", Int64(truncatingIfNeeded: number)), true)
            case "u", "U", "x", "X", "o":
                let bits = unsignedBits(number)
                return (String(format: "%\(flags)ll\(conversion == "U" ? "u" : conversion)", bits), true)
            default: return (String(describing: number), true)
            }
        case let number as any BinaryFloatingPoint:
            guard "aAeEfFgG".unicodeScalars.contains(conversion) else { return (String(describing: number), true) }
            return (String(format: "%\(flags)\(conversion)", Double(number)), true)
        case let number as NSNumber: return (number.stringValue, true)
        default: return (String(describing: argument), false)
        }
    }

    /// The bits of a negative number in its own width: `%x` of an `Int32` has at most eight digits.
    private static func unsignedBits(_ number: some BinaryInteger) -> UInt64 {
        let bits = UInt64(truncatingIfNeeded: number)
        return number.bitWidth < 64 ? bits & ((1 << UInt64(number.bitWidth)) - 1) : bits
    }
}
