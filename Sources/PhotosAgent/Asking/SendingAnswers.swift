internal import LibraryClient
internal import LibraryModel

// Answers of the person's, as every face sends them.
extension LibraryClient {
    /// Throws `RequestFailure.nobodyWaits` when the question is over.
    func send(_ answer: PromptAnswer, to number: UInt64, silences: Bool = false) throws {
        do { try self.answer(number, answer, silences: silences) } catch {
            throw error.code == .notFound ? RequestFailure.nobodyWaits : RequestFailure(error)
        }
    }

    /// Answers which photos an app may see that could see `before` when the person was asked. The answer is everything
    /// that it may see: what it has added meanwhile belongs to that.
    func send(selection chosen: [ObjectID], ofApp app: String, before: [ObjectID], to number: UInt64) throws {
        let known = Set(before + chosen)
        let added = try selection(ofApp: app).filter { !known.contains($0) }
        try send(.selection(chosen + added), to: number)
    }
}
