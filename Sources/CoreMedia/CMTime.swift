/// What a time is, when it is not simply a number.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public var rawValue: UInt32

    /// Flags from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It is a time at all.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// It is not the exact one.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// Later than every time.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// Earlier than every time.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// Not known.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// `positiveInfinity`, `negativeInfinity` or `indefinite`: there is no number.
    public static let impliedValueFlagsMask = CMTimeFlags(rawValue: 0b11100)
}

/// The number of a time's parts.
public typealias CMTimeValue = Int64
/// How many parts a second has.
public typealias CMTimeScale = Int32
/// What tells apart times of one timeline that is gone through more than once.
public typealias CMTimeEpoch = Int64

/// A moment of a movie, or a length: `value` parts, of which a second has `timescale`.
public struct CMTime: Hashable, Sendable {
    /// Parts.
    public var value: CMTimeValue
    /// Parts of a second.
    public var timescale: CMTimeScale
    /// Whether it is a number.
    public var flags: CMTimeFlags
    /// Usually 0.
    public var epoch: CMTimeEpoch

    /// A time that is none: `invalid`.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// A time of its parts.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// `value` parts of a second each `timescale`th; invalid for a timescale that is not positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// The time closest to so many seconds; infinite where the parts of it are more than there are numbers for.
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

    /// The time closest to so many seconds.
    public init(seconds: Double, preferredTimescale: CMTimeScale, epoch: CMTimeEpoch) {
        self.init(seconds: seconds, preferredTimescale: preferredTimescale)
        self.epoch = epoch
    }

    /// No time.
    public static let invalid = CMTime()
    /// The beginning.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// Later than every time.
    public static let positiveInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .positiveInfinity],
        epoch: 0
    )
    /// Earlier than every time.
    public static let negativeInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .negativeInfinity],
        epoch: 0
    )
    /// A time that is not known.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)

    /// Whether it is a time at all.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is later than every time.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether it is earlier than every time.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether it is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether it is a number.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0 }
    /// Whether it is not exact.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// Seconds; infinite for an infinite time, and no number for one that is invalid or indefinite.
    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        if isPositiveInfinity { return .infinity }
        return isNegativeInfinity ? -.infinity : .nan
    }

    /// Whether both are the same moment, however many parts their seconds have.
    public static func == (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) == 0 }

    /// Feeds the seconds.
    public func hash(into hasher: inout Hasher) { hasher.combine(isNumeric ? seconds : Double(flags.rawValue)) }
}

/// A time of its parts.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// The time closest to so many seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
