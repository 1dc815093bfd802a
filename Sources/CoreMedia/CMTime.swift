/// Flags of a `CMTime`.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public var rawValue: UInt32

    /// Creates flags from bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Set for every valid time.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// The value was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// Positive infinity.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// Negative infinity.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// Indefinite: unknown.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// The flags of times without a value: `positiveInfinity`, `negativeInfinity` and `indefinite`.
    public static let impliedValueFlagsMask = CMTimeFlags(rawValue: 0b11100)
}

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: units per second.
public typealias CMTimeScale = Int32
/// Tells apart passes over one timeline.
public typealias CMTimeEpoch = Int64

/// A point in time or a duration, as a fraction: `value / timescale` seconds.
public struct CMTime: Hashable, Sendable {
    /// The numerator.
    public var value: CMTimeValue
    /// The units per second.
    public var timescale: CMTimeScale
    /// Whether the time is valid, infinite, indefinite or rounded.
    public var flags: CMTimeFlags
    /// The epoch, usually 0.
    public var epoch: CMTimeEpoch

    /// Creates an invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Creates a time from its fields.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Creates a time of `value / timescale` seconds; invalid for a timescale that is not positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Creates the nearest time in this timescale; infinite when the value overflows, invalid for NaN.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard !seconds.isNaN, preferredTimescale > 0 else {
            self.init()
            return
        }
        let parts = (seconds * Double(preferredTimescale)).rounded()
        if let value = Int64(exactly: parts) {
            let isExact = parts == seconds * Double(preferredTimescale)
            let flags: CMTimeFlags = isExact ? .valid : [.valid, .hasBeenRounded]
            self.init(value: value, timescale: preferredTimescale, flags: flags, epoch: 0)
        } else {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
        }
    }

    /// Creates the nearest time in this timescale and an epoch.
    public init(seconds: Double, preferredTimescale: CMTimeScale, epoch: CMTimeEpoch) {
        self.init(seconds: seconds, preferredTimescale: preferredTimescale)
        self.epoch = epoch
    }

    /// The invalid time.
    public static let invalid = CMTime()
    /// Zero.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// Positive infinity.
    public static let positiveInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .positiveInfinity],
        epoch: 0
    )
    /// Negative infinity.
    public static let negativeInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .negativeInfinity],
        epoch: 0
    )
    /// The indefinite time.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)

    /// Whether the time is valid.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is positive infinity.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether the time is negative infinity.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether the time is indefinite.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the time has a value.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0 }
    /// Whether the value was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// Seconds: infinite for infinite times, NaN for invalid and indefinite ones.
    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        if isPositiveInfinity { return .infinity }
        return isNegativeInfinity ? -.infinity : .nan
    }

    /// Whether both are the same time, in whatever timescale.
    public static func == (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) == 0 }

    /// Hashes the seconds.
    public func hash(into hasher: inout Hasher) { hasher.combine(isNumeric ? seconds : Double(flags.rawValue)) }
}

/// Returns a time of `value / timescale` seconds.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Returns the nearest time in this timescale.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns the seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
