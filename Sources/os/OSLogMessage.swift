/// A message to the log, as a string with interpolations, each of which may say its privacy.
///
/// Values are not looked at before the message is written.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    let interpolation: OSLogInterpolation

    /// A text without values.
    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.init(stringInterpolation: interpolation)
    }

    /// A text with values.
    public init(stringInterpolation: OSLogInterpolation) {
        interpolation = stringInterpolation
    }

    /// The text as the log has it.
    var text: String { interpolation.parts.map { $0() }.joined() }
}

/// The parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private(set) var parts: [() -> String] = []

    /// No parts.
    public init(literalCapacity: Int, interpolationCount: Int) {
        parts.reserveCapacity(interpolationCount * 2 + 1)
    }

    /// Adds fixed text, which is always shown.
    public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { parts.append { literal } }
    }

    /// Adds a text, which is shown only if that is asked for.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(argumentString(), isNumber: false)) }
    }

    /// Adds what a value says of itself, which is shown only if that is asked for.
    ///
    /// Disfavoured: numbers say something of themselves as well.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> Value,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(value().description, isNumber: false)) }
    }

    /// Adds an error, which is shown only if that is asked for.
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(String(describing: error()), isNumber: false)) }
    }

    /// Adds a whole number, which is shown unless that is unwanted.
    public mutating func appendInterpolation<Number: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> Number,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(format.text(number()), isNumber: true)) }
    }

    /// Adds a number, which is shown unless that is unwanted.
    public mutating func appendInterpolation<Number: BinaryFloatingPoint>(
        _ number: @autoclosure @escaping () -> Number,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { align.aligned(privacy.shown(format.text(Double(number())), isNumber: true)) }
    }

    /// Adds a truth value, which is shown unless that is unwanted.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool,
        format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) {
        parts.append { privacy.shown(format.text(boolean()), isNumber: true) }
    }

    /// Adds the name of a type, which is always shown.
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> Any.Type,
        align: OSLogStringAlignment = .none
    ) {
        parts.append { align.aligned(String(describing: value())) }
    }
}
