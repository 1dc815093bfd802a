import CloudEncryption
import Testing

struct RecoveryPhraseTests {
    @Test func `a key is 14 groups of four characters, and comes back from them`() {
        for key in (0..<50).map({ _ in LibraryKey.random() }) + [key(0), key(255)] {
            let text = RecoveryPhrase.text(of: key)
            #expect(text.split(separator: "-").map(\.count) == [Int](repeating: 4, count: 14))
            #expect(RecoveryPhrase.key(from: text) == key)
        }
    }

    @Test func `small letters, spaces and characters that look alike do not matter`() {
        let key = key(0)
        let text = RecoveryPhrase.text(of: key)
        #expect(text.hasPrefix("0000-0000"))
        let typed = text.lowercased().replacing("-", with: " ").replacing("0", with: "o").replacing("1", with: "l")
        #expect(RecoveryPhrase.key(from: " " + typed + "\n") == key)
    }

    @Test func `a wrong, missing, doubled or swapped character is detected`() {
        let characters = Array(RecoveryPhrase.text(of: key(0x5A)))
        for position in characters.indices where characters[position] != "-" {
            var wrong = characters
            wrong[position] = wrong[position] == "7" ? "8" : "7"
            #expect(RecoveryPhrase.key(from: String(wrong)) == nil)
            var missing = characters
            missing.remove(at: position)
            #expect(RecoveryPhrase.key(from: String(missing)) == nil)
            var doubled = characters
            doubled.insert(doubled[position], at: position)
            #expect(RecoveryPhrase.key(from: String(doubled)) == nil)
            var exchanged = characters
            guard let next = characters[(position + 1)...].firstIndex(where: { $0 != "-" }) else { continue }
            exchanged.swapAt(position, next)
            if exchanged != characters { #expect(RecoveryPhrase.key(from: String(exchanged)) == nil) }
        }
        #expect(RecoveryPhrase.key(from: "") == nil)
        #expect(RecoveryPhrase.key(from: String(repeating: "U", count: 56)) == nil)
        #expect(RecoveryPhrase.key(from: String(repeating: "0", count: 1_000_000)) == nil)
    }

    @Test func `a key is never in a description`() {
        let key = key(0x5A)
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("90") && !text.contains("5A"))
        }
    }
}
