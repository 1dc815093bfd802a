@_exported public import Foundation

// CoreFoundation's names in the signatures of `CGImageSource` and `CGImageDestination`, for Foundation's values: Swift
// on Linux bridges none of its own, so that `data as CFData` compiles for these only.

/// A text: a key or a type identifier.
public typealias CFString = String
/// The bytes of a file.
public typealias CFData = Data
/// Bytes that a `CGImageDestination` appends to.
public typealias CFMutableData = NSMutableData
/// A file's URL.
public typealias CFURL = URL
/// Properties or options, under keys that are texts.
public typealias CFDictionary = [AnyHashable: Any]
/// A list of type identifiers.
public typealias CFArray = [String]

/// True, as a value of options.
public var kCFBooleanTrue: Bool! { true }
/// False, as a value of options.
public var kCFBooleanFalse: Bool! { false }
/// Nothing: in the properties given to a `CGImageDestination`, takes one of the source's away.
public var kCFNull: NSNull! { NSNull() }
