/// Runs `body`. On Linux objects are released with their last reference, so there is no pool to drain.
///
/// Apple's systems have this function in the Objective-C runtime.
@discardableResult
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
