/// Stops the program with a reason, where Apple's PhotoKit raises an Objective-C exception: for a mistake in the app's
/// own code (a change request outside a change block, a format string that does not parse, an unknown predicate key).
///
/// `fatalError` and not `preconditionFailure`, because only the former tells its reason in a release build.
func raise(_ reason: String) -> Never {
    fatalError("Photos: \(reason)")
}
