import Foundation

/// The alignment of a value in columns.
public struct OSLogStringAlignment: Sendable {
    private var columns = 0
    private var isRight = false

    /// No alignment.
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }
    /// Left-aligned in this many columns.
    public static func left(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns) }
    /// Right-aligned in this many columns.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isRight: true)
    }

    func aligned(_ text: String) -> String {
        let spaces = String(repeating: " ", count: max(0, columns - text.count))
        return isRight ? spaces + text : text + spaces
    }
}

/// The format of an integer.
public struct OSLogIntegerFormatting: Sendable {
    private var radix: Int
    private var prefix = ""
    private var showsPlus = false
    private var isUppercase = false
    private var minimumDigits = 1

    /// Decimal.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// Hexadecimal.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// Octal.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// Decimal.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 1) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, showsPlus: explicitPositiveSign, minimumDigits: minDigits)
    }

    /// Hexadecimal.
    public static func hex(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false,
        minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16,
            prefix: includePrefix ? "0x" : "",
            showsPlus: explicitPositiveSign,
            isUppercase: uppercase,
            minimumDigits: minDigits
        )
    }

    /// Octal.
    public static func octal(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false,
        minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 8,
            prefix: includePrefix ? "0o" : "",
            showsPlus: explicitPositiveSign,
            isUppercase: uppercase,
            minimumDigits: minDigits
        )
    }

    func text(_ number: some FixedWidthInteger) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = String(repeating: "0", count: max(0, minimumDigits - digits.count))
        return (number < 0 ? "-" : showsPlus ? "+" : "") + prefix + zeros + digits
    }
}

/// The format of a floating-point number.
public struct OSLogFloatFormatting: Sendable {
    private var conversion: String
    private var precision = 6
    private var showsPlus = false
    private var isUppercase = false

    /// Fixed-point, with six digits.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "f") }
    /// With an exponent.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "e") }
    /// The shorter of the two.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "g") }

    /// Fixed-point, with this many digits.
    public static func fixed(
        precision: Int = 6,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: "f",
            precision: precision,
            showsPlus: explicitPositiveSign,
            isUppercase: uppercase
        )
    }

    /// With an exponent and this many digits.
    public static func exponential(
        precision: Int = 6,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: "e",
            precision: precision,
            showsPlus: explicitPositiveSign,
            isUppercase: uppercase
        )
    }

    /// The shorter of the two, with this many digits.
    public static func hybrid(
        precision: Int = 6,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: "g",
            precision: precision,
            showsPlus: explicitPositiveSign,
            isUppercase: uppercase
        )
    }

    func text(_ number: Double) -> String {
        let conversion = isUppercase ? conversion.uppercased() : conversion
        return String(format: "%\(showsPlus ? "+" : "").\(max(0, precision))\(conversion)", number)
    }
}

/// The format of a Boolean.
public enum OSLogBoolFormat: Sendable {
    /// `true` or `false`.
    case truth
    /// `yes` or `no`.
    case answer

    func text(_ value: Bool) -> String {
        switch self {
        case .truth: value ? "true" : "false"
        case .answer: value ? "yes" : "no"
        }
    }
}
