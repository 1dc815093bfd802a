/// A log message: a string with interpolations, each with a privacy option.
///
/// Values are evaluated when the message is written.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    let interpolation: OSLogInterpolation

    /// Creates a message from a literal.
    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.init(stringInterpolation: interpolation)
    }

    /// Creates a message from an interpolation.
    public init(stringInterpolation: OSLogInterpolation) {
        interpolation = stringInterpolation
    }

    /// The text as the log shows it.
    var text: String { interpolation.parts.map { $0() }.joined() }
}

/// The parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private(set) var parts: [() -> String] = []

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {
        parts.reserveCapacity(interpolationCount * 2 + 1)
    }

    /// Appends a literal, which is never redacted.
    public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { parts.append { literal } }
    }

    /// Appends a string, by default redacted.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(argumentString(), isNumber: false)) }
    }

    /// Appends the description of a value, by default redacted.
    ///
    /// Disfavored, because numbers have descriptions, too.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> Value,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(value().description, isNumber: false)) }
    }

    /// Appends an error, by default redacted.
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(String(describing: error()), isNumber: false)) }
    }

    /// Appends an integer, by default not redacted.
    public mutating func appendInterpolation<Number: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> Number,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(format.text(number()), isNumber: true)) }
    }

    /// Appends a floating-point number, by default not redacted.
    public mutating func appendInterpolation<Number: BinaryFloatingPoint>(
        _ number: @autoclosure @escaping () -> Number,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(format.text(Double(number())), isNumber: true)) }
    }

    /// Appends a Boolean, by default not redacted.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool,
        format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { privacy.shown(format.text(boolean()), isNumber: true) }
    }

    /// Appends the name of a type, which is never redacted.
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> Any.Type,
        align: OSLogStringAlignment = .none
    ) {
        parts.append { align.aligned(String(describing: value())) }
    }
}
