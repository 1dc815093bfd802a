/// Stops the program with a reason, for mistakes in the app's code where PhotoKit raises an Objective-C exception: a
/// change request outside a change block, a malformed format string, an unknown predicate key.
///
/// Uses `fatalError`, because `preconditionFailure` prints no reason in release builds.
func raise(_ reason: String) -> Never {
    fatalError("Photos: \(reason)")
}
