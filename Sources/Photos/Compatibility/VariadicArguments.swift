// What `NSPredicate(format:)` takes for `%@` beyond what Foundation for Linux lets through a C variadic list. With
// Apple's Foundation these are Objective-C objects and so arguments already; `date as CVarArg` compiles on both.
//
// The encodings are never read: the arguments reach the predicate's parser as values. They are those of a pointer
// argument all the same, so that a list with one of these in it keeps its shape.

extension Date: @retroactive CVarArg {
    /// One word, as for any object.
    public var _cVarArgEncoding: [Int] { [0] }
}

extension NSObject: @retroactive CVarArg {
    /// One word, as for any object.
    public var _cVarArgEncoding: [Int] { [0] }
}

extension Array: @retroactive CVarArg {
    /// One word, as for any object.
    public var _cVarArgEncoding: [Int] { [0] }
}

extension Set: @retroactive CVarArg {
    /// One word, as for any object.
    public var _cVarArgEncoding: [Int] { [0] }
}
