import Testing

@testable import AgentTerminal

@Suite struct KeyTests {
    private func keys(_ pieces: [String], thenNothing: Bool = true) -> [Key] {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for piece in pieces {
            decoder.append(Array(piece.utf8)[...])
            while let key = decoder.next(isFinal: false) { keys.append(key) }
        }
        while thenNothing, let key = decoder.next(isFinal: true) { keys.append(key) }
        return keys
    }

    @Test func `keys are told from their sequences, however they come in pieces`() {
        let text = "a\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~ \r\t\u{1B}[Z\u{7F}é日"
        let expected: [Key] = [
            .character("a"), .up, .down, .pageUp, .pageDown, .home, .end, .character(" "), .enter, .tab, .backTab,
            .backspace, .character("é"), .character("日"),
        ]
        #expect(keys([text]) == expected)
        var decoder = KeyDecoder()
        var found: [Key] = []
        for byte in text.utf8 {
            decoder.append([byte])
            while let key = decoder.next(isFinal: false) { found.append(key) }
        }
        #expect(found == expected)
    }

    @Test func `an escape is a key once nothing follows it`() {
        #expect(keys(["\u{1B}"], thenNothing: false).isEmpty)
        #expect(keys(["\u{1B}"]) == [.escape])
        #expect(keys(["\u{1B}", "[A"]) == [.up])
        #expect(keys(["\u{1B}["]) == [.escape])
    }

    @Test func `what means nothing is passed over`() {
        #expect(keys(["\u{1B}[38;5u", "\u{1B}xq", "\u{01}\u{02}w"]) == [.character("q"), .character("w")])
        #expect(keys(["\u{1B}[" + String(repeating: "1;", count: 40), "z"]) == [.character("z")])
    }

    @Test func `bytes that are no text are passed over`() {
        var decoder = KeyDecoder()
        decoder.append([0xFF, 0xC3, 0x28, 0xE2, 0x82])
        #expect(decoder.next(isFinal: false) == .character("("))
        #expect(decoder.next(isFinal: false) == nil)
        #expect(decoder.isPending)
        #expect(decoder.next(isFinal: true) == nil)
        #expect(!decoder.isPending)
    }

    @Test func `a paste is one text and presses no key`() {
        #expect(keys(["\u{1B}[200~a\r\u{1B}[Bq", "b\u{1B}[20", "1~z"]) == [.paste("a\r\u{1B}[Bqb"), .character("z")])
        let long = String(repeating: "x", count: KeyDecoder.longestPaste + 1)
        #expect(keys(["\u{1B}[200~\(long)\u{1B}[201~"]) == [.paste(String(long.dropLast()))])
    }
}
