package import CloudSync

/// The result of a request: the engine's reply, and for `.failed` the reason, for the person.
package struct BucketAnswer: Sendable {
    package var reply: BucketReply
    package var failure: BucketFailure?

    static func reply(_ reply: BucketReply) -> BucketAnswer { BucketAnswer(reply: reply, failure: nil) }
    static func failed(_ failure: BucketFailure) -> BucketAnswer { BucketAnswer(reply: .failed, failure: failure) }
}
