// Arguments of `NSPredicate(format:)` for `%@` that Foundation for Linux does not make `CVarArg`. On Apple's systems
// these are Objective-C objects and therefore arguments; `date as CVarArg` compiles on both.
//
// The parser gets the arguments as values and never reads their encodings. Those are of a pointer, so that a list with
// such an argument keeps its layout.

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
