import LibraryModel
import Testing

@testable import LibraryServer

/// What is kept for agents and of runs of apps, to its last.
@Suite struct PromptLimitTests {
    @Test func `256 events wait for an agent that takes none, and with one more it is not there`() {
        let agent = EventStream<AgentEvent>()
        #expect(EventStream<AgentEvent>.maximumWaiting == 256)
        for number in 0..<EventStream<AgentEvent>.maximumWaiting {
            let isThere = agent.send(.withdrawn(UInt64(number)))
            #expect(isThere)
        }
        let isThere = agent.send(.withdrawn(0))
        #expect(!isThere)
    }

    @Test func `4,096 runs of apps are remembered, and of more the newest`() {
        let questions = AutomaticQuestions()
        func isNew(_ number: Int) -> Bool {
            questions.isNew(AutomaticQuestions.Run(app: "exe:/app", process: Int32(number), startTime: 1))
        }
        #expect(AutomaticQuestions.capacity == 4_096)
        for number in 0..<AutomaticQuestions.capacity { #expect(isNew(number)) }
        #expect(!isNew(0))
        #expect(isNew(AutomaticQuestions.capacity))
        #expect(!isNew(1))
        #expect(isNew(0))
    }
}
