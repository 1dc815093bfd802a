@_exported public import Foundation

// CoreFoundation's names in the signatures of `CGImageSource` and `CGImageDestination`, as aliases of Foundation's
// values. Swift on Linux does not bridge CoreFoundation types; with these, `data as CFData` compiles.

/// A string: a key or a type identifier.
public typealias CFString = String
/// The bytes of a file.
public typealias CFData = Data
/// The bytes that a `CGImageDestination` appends to.
public typealias CFMutableData = NSMutableData
/// The URL of a file.
public typealias CFURL = URL
/// Properties or options by string keys.
public typealias CFDictionary = [AnyHashable: Any]
/// An array of type identifiers.
public typealias CFArray = [String]

/// True, as an option's value.
public var kCFBooleanTrue: Bool! { true }
/// False, as an option's value.
public var kCFBooleanFalse: Bool! { false }
/// Null: in the properties for a `CGImageDestination`, removes a property of the source.
public var kCFNull: NSNull! { NSNull() }
