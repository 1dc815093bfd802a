import LibraryModel
import Testing

@testable import PhotosAgent

@Suite struct QuestionTextTests {
    @Test func `an interpreter is named as such, and what it says it runs is a claim`() {
        func text(_ app: String, _ program: Prompt.Program) -> QuestionText {
            let question = Prompt.Question.access(.readWrite)
            return QuestionText(
                Prompt(
                    number: 1,
                    app: app,
                    claimedName: "",
                    usageDescription: "",
                    process: 0,
                    program: program,
                    question: question
                )
            )
        }
        func fact(_ text: QuestionText, _ name: String) -> [String] {
            text.facts.filter { $0.name == name }.map(\.text)
        }
        let script = "/tmp/a\" trusted\u{1B}[2J.py"
        let python = text("exe:/usr/bin/python3.11", .init(isInterpreter: true, claimedScript: script))
        #expect(
            fact(python, "beware")
                == ["This is the Python interpreter: every Python program would get this access."]
        )
        #expect(fact(python, "says it runs") == ["\"/tmp/a' trusted\u{FFFD}[2J.py\""])
        let other = text("exe:/usr/bin/wine", .init(isInterpreter: true, isReplacement: true))
        #expect(
            fact(other, "beware") == [
                "This is a program that runs others, wine: every program that it runs would get this access.",
                "This program has changed since you allowed it. What you allowed then is not allowed to it now.",
            ]
        )
        #expect(fact(other, "says it runs") == [])
        // A script is claimed of interpreters only.
        let plain = text("exe:/usr/bin/camera", .init(claimedScript: script))
        #expect(fact(plain, "beware") == [] && fact(plain, "says it runs") == [])
        // Nothing that gives something away comes first, and photos come before everything.
        #expect(AnswerChoice.offered(for: .access(.readWrite)).prefix(3) == [.later, .select, .all])
    }

    @Test func `nothing that an app says can be taken for the agent's own words, or for a control sequence`() {
        let prompt = Prompt(
            number: 1,
            app: "exe:/tmp/a\u{1B}]0;owned\u{7}",
            claimedName: "Photos\" (trusted)\nsays why  \"system\u{9B}2J",
            usageDescription: "\u{202E}\u{2028}",
            process: 7,
            question: .access(.readWrite)
        )
        let text = QuestionText(prompt)
        let all = [text.title] + text.facts.map(\.text)
        let scalars = all.joined().unicodeScalars
        #expect(
            !scalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.properties.isBidiControl }
        )
        #expect(
            text.facts.first { $0.name == "calls itself" }?.text
                == "\"Photos' (trusted) says why  'system\u{FFFD}2J\""
        )
    }
}
