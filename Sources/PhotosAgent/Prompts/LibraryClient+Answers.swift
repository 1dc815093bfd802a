package import LibraryClient
package import LibraryModel

// The person's answers, as every interface sends them.
extension LibraryClient {
    /// Throws `AgentFailure.nobodyWaits` when the question is over.
    package func send(
        _ answer: PromptAnswer,
        to number: UInt64,
        silences: Bool = false,
        removal: MetadataRemoval = []
    ) throws {
        do { try self.answer(number, answer, silences: silences, removal: removal) } catch {
            throw error.code == .notFound ? AgentFailure.nobodyWaits : error
        }
    }

    /// Answers which photos an app may see that could see `before` when the person was asked. The answer replaces the
    /// whole selection, so what the app has added meanwhile is part of it.
    package func send(selection chosen: [ObjectID], ofApp app: String, before: [ObjectID], to number: UInt64) throws {
        let known = Set(before + chosen)
        let added = try selection(ofApp: app).filter { !known.contains($0) }
        try send(.selection(chosen + added), to: number)
    }
}
