/// Takes the body of a request that is too large to be kept in memory. It is released once the request is answered, or
/// the client has gone.
protocol BodyReceiver: AnyObject, Sendable {
    /// Takes the next bytes, on one thread at a time. What goes wrong is told in the answer.
    func receive(_ bytes: [UInt8])
}

/// What becomes of a request whose head is there.
enum Admission: ~Copyable {
    case refused(HTTPResponse)
    /// Its body is read whole; it is small.
    case whole
    case streamed(any BodyReceiver)
}
