internal import Foundation

/// Properties or options from an app, which may have any type.
struct PropertyValues {
    private(set) var values: [String: Any]

    init(_ dictionary: CFDictionary?) {
        values = [:]
        for (key, value) in dictionary ?? [:] {
            if let key = key as? String { values[key] = value }
        }
    }

    /// A nested dictionary; empty if there is none.
    func dictionary(_ key: String) -> PropertyValues {
        switch values[key] {
        case let inner as [AnyHashable: Any]: PropertyValues(inner)
        case let inner as NSDictionary: PropertyValues(inner as? [AnyHashable: Any])
        default: PropertyValues(nil)
        }
    }

    func text(_ key: String) -> String? { values[key] as? String }

    /// A finite number.
    func number(_ key: String) -> Double? {
        let number: Double? =
            switch values[key] {
            case let number as Double: number
            case let number as Int: Double(number)
            case let number as CGFloat: Double(number)
            case let number as UInt32: Double(number)
            case let number as NSNumber: number.doubleValue
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    func whole(_ key: String) -> UInt32? { number(key).flatMap { UInt32(exactly: $0) } }

    func truth(_ key: String) -> Bool? {
        switch values[key] {
        case let truth as Bool: truth
        case let number as NSNumber: number.boolValue
        default: nil
        }
    }

    /// Merges `others` over these, dictionaries recursively. `NSNull` removes a value.
    func merged(with others: PropertyValues) -> PropertyValues {
        var merged = self
        for (key, value) in others.values {
            let inner = others.dictionary(key)
            merged.values[key] = inner.values.isEmpty ? value : dictionary(key).merged(with: inner).values
        }
        return merged
    }
}
