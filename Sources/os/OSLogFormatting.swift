import Foundation

/// In how many columns a value stands.
public struct OSLogStringAlignment: Sendable {
    private var columns = 0
    private var isRight = false

    /// In as many as it needs.
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }
    /// At the left of so many.
    public static func left(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(columns: columns) }
    /// At the right of so many.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isRight: true)
    }

    func aligned(_ text: String) -> String {
        let spaces = String(repeating: " ", count: max(0, columns - text.count))
        return isRight ? spaces + text : text + spaces
    }
}

/// How a whole number is written.
public struct OSLogIntegerFormatting: Sendable {
    private var radix: Int
    private var prefix = ""
    private var showsPlus = false
    private var isUppercase = false
    private var minimumDigits = 1

    /// In tens.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// In sixteens.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// In eights.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// In tens.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 1) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, showsPlus: explicitPositiveSign, minimumDigits: minDigits)
    }

    /// In sixteens.
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

    /// In eights.
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

/// How a number is written.
public struct OSLogFloatFormatting: Sendable {
    private var conversion: String
    private var precision = 6
    private var showsPlus = false
    private var isUppercase = false

    /// With six digits after the point.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "f") }
    /// With a power of ten.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "e") }
    /// As the shorter of the two.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(conversion: "g") }

    /// With so many digits after the point.
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

    /// With a power of ten, and so many digits after the point.
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

    /// As the shorter of the two, with so many digits.
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

/// How a truth value is written.
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
