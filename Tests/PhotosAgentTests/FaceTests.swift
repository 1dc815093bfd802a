import LibraryModel
import Testing

@testable import PhotosAgent

@Suite struct FaceTests {
    @Test(arguments: [
        (true, true, Face.browser), (true, false, .browser), (false, true, .terminal), (false, false, .text),
    ])
    func `the face that fits is shown where none is named`(hasDisplay: Bool, hasTerminal: Bool, face: Face) {
        #expect(Face.auto.fitting(Face.Place(hasDisplay: hasDisplay, hasTerminal: hasTerminal)) == face)
        #expect(Face.text.fitting(Face.Place(hasDisplay: hasDisplay, hasTerminal: hasTerminal)) == .text)
    }

    @Test(arguments: [
        (["TERM": "xterm-256color"], PictureKind.symbols, PictureStyle.Colors.direct),
        (["TERM": "xterm-kitty"], .kitty, .direct), (["TERM": "foot"], .sixel, .indexed),
        (["TERM": "xterm-ghostty"], .kitty, .indexed),
        (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2", "TERM_PROGRAM": "iTerm.app"], .iterm2, .direct),
        (["TERM": "linux"], .symbols, .sixteen), (["TERM": "vt100"], .symbols, .monochrome),
        (["TERM": "foot", "TMUX": "/tmp/tmux,1,0"], .symbols, .indexed),
    ])
    func `pictures are what the terminal is known to show`(
        environment: [String: String],
        kind: PictureKind,
        colors: PictureStyle.Colors
    ) {
        let pictures = TerminalPictures(environment: environment)
        #expect(pictures.best == kind)
        #expect(pictures.colors == colors)
        #expect(!pictures.isASCII)
    }

    @Test func `a terminal without UTF-8 gets ASCII`() {
        #expect(TerminalPictures(environment: ["TERM": "xterm", "LANG": "C"]).isASCII)
        #expect(!TerminalPictures(environment: ["TERM": "xterm", "LANG": "C", "LC_ALL": "de_DE.utf8"]).isASCII)
    }

    @Test(arguments: [
        (PictureKind.symbols, "\u{1B}["), (.sixel, "\u{1B}P"), (.kitty, "\u{1B}_G"), (.iterm2, "\u{1B}]1337;File="),
    ])
    func `a picture is drawn in the terminal's own way and fits`(kind: PictureKind, beginning: String) throws {
        let size = PixelSize(width: 60, height: 20)
        var rgba: [UInt8] = []
        for pixel in 0..<size.width * size.height {
            rgba += [UInt8(pixel % size.width * 4), UInt8(pixel / size.width * 12), 128, 255]
        }
        let image = try #require(PixelImage(size: size, rgba: rgba))
        let style = PictureStyle(kind: kind, colors: .direct, isASCII: false, cell: PixelSize(width: 8, height: 16))
        let pictures = TerminalPictures(environment: ["TERM": "xterm-256color"])
        let picture = try #require(pictures.draw(image, columns: 12, rows: 12, style))
        // Three times as wide as it is high, in cells that are half as wide as high.
        #expect(picture.columns == 12 && picture.rows == 2)
        #expect(picture.lines.count == (kind == .symbols ? 2 : 1))
        for line in picture.lines { #expect(String(decoding: line, as: UTF8.self).hasPrefix(beginning)) }
    }

    @Test func `pictures of ASCII are ASCII`() throws {
        let image = try #require(
            PixelImage(size: PixelSize(width: 8, height: 8), rgba: [UInt8](repeating: 200, count: 256))
        )
        let style = PictureStyle(kind: .symbols, colors: .monochrome, isASCII: true, cell: PictureStyle.unknownCell)
        let picture = try #require(
            TerminalPictures(environment: ["TERM": "vt100"]).draw(image, columns: 8, rows: 4, style)
        )
        #expect(picture.lines.joined().allSatisfy { $0 < 0x80 })
    }

    @Test(arguments: [
        ("1 4-6,2", 9, [1, 4, 5, 6, 2]), ("9", 9, [9]), ("10", 9, nil), ("0", 9, nil), ("3-1", 9, nil),
        ("1-", 9, nil), ("-1", 9, nil), ("1-2-3", 9, nil), ("x", 9, nil), ("", 9, nil), ("1-20", 20, nil),
        ("99999999999999999999", 9, nil), ("+1", 9, nil),
    ])
    func `numbers are read as people type them`(text: String, last: Int, numbers: [Int]?) {
        #expect(NumberRanges.numbers(text, upTo: last, atMost: 19) == numbers)
    }

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
                "Another program had this name before: what was allowed to that one is not allowed to this one.",
            ]
        )
        #expect(fact(other, "says it runs") == [])
        // A script is claimed of interpreters only.
        let plain = text("exe:/usr/bin/camera", .init(claimedScript: script))
        #expect(fact(plain, "beware") == [] && fact(plain, "says it runs") == [])
        // Nothing that gives something away comes first, and photos come before everything.
        #expect(Choice.offered(for: .access(.readWrite)).prefix(3) == [.later, .select, .all])
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
                == "\"Photos' (trusted)\u{FFFD}says why  'system\u{FFFD}2J\""
        )
        var line = StyledLine("a\u{1B}[2J")
        line.append("\u{1B}]52;c;x\u{7}", .bold)
        #expect(
            line.sequence(columns: 40, isASCII: false)
                == "\u{1B}[0ma\u{FFFD}[2J\u{1B}[0;1m\u{FFFD}]52;c;x\u{FFFD}\u{1B}[0m"
        )
        #expect(StyledLine("日本é").sequence(columns: 4, isASCII: true) == "\u{1B}[0m??" + "?\u{1B}[0m")
    }
}
