import LibraryModel
import PhotosAgent
import Testing

@testable import AgentTerminal

@Suite struct TerminalPicturesTests {
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
}
