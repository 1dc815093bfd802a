internal import CChafa
internal import LibraryModel
internal import PhotosAgent

/// What the terminal can show, as libchafa detects it from the environment.
@safe final class TerminalPictures: Sendable {
    /// Immutable; libchafa only reads it.
    private nonisolated(unsafe) let terminal: OpaquePointer
    let best: PictureKind
    let colors: PictureStyle.Colors
    let isASCII: Bool

    /// `environment`: variables by name.
    init(environment: [String: String]) {
        let name = environment["TERM"] ?? ""
        let terminal = unsafe TerminalPictures.detect(environment)
        unsafe self.terminal = terminal
        // tmux and screen pass only text on to the outer terminal.
        let isWithin = !(environment["TMUX"] ?? "").isEmpty || name.hasPrefix("tmux") || name.hasPrefix("screen")
        best =
            if isWithin {
                .symbols
            } else if name == "xterm-ghostty" {
                .kitty
            } else {
                unsafe PictureKind(cchafa_best_pictures(terminal))
            }
        // libchafa assumes 256 colours for a terminal that it does not know.
        colors =
            name.hasPrefix("vt") || name == "dumb"
            ? .monochrome : unsafe PictureStyle.Colors(cchafa_best_colors(terminal))
        isASCII = !TerminalPictures.isUTF8(environment)
    }

    deinit { unsafe cchafa_terminal_free(terminal) }

    /// Draws an image into so many cells. Nil when libchafa cannot.
    func draw(_ image: PixelImage, columns: Int, rows: Int, _ style: PictureStyle) -> DrawnPicture? {
        var taken: (columns: CInt, rows: CInt) = (CInt(clamping: columns), CInt(clamping: rows))
        var count = 0
        let drawn = unsafe image.rgba.withUnsafeBufferPointer { pixels in
            unsafe cchafa_draw(
                terminal,
                cchafa_style(style),
                pixels.baseAddress,
                CInt(clamping: image.size.width),
                CInt(clamping: image.size.height),
                &taken.columns,
                &taken.rows,
                &count
            )
        }
        guard let text = unsafe drawn else { return nil }
        defer { unsafe cchafa_free(text) }
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: text, count: count))
        let lines = style.kind == .symbols ? bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) } : [bytes]
        return DrawnPicture(columns: Int(taken.columns), rows: Int(taken.rows), lines: lines)
    }

    private static func detect(_ environment: [String: String]) -> OpaquePointer {
        let lines = environment.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
        return unsafe lines.withCString { unsafe cchafa_terminal_of($0) }
    }

    /// By the name of the locale; the first of these variables that is set counts.
    private static func isUTF8(_ environment: [String: String]) -> Bool {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name else { return true }
        let folded = name.lowercased()
        return folded.contains("utf-8") || folded.contains("utf8")
    }
}

extension PictureKind {
    fileprivate init(_ kind: cchafa_pictures) {
        self =
            switch kind {
            case CCHAFA_SIXEL: .sixel
            case CCHAFA_KITTY: .kitty
            case CCHAFA_ITERM2: .iterm2
            default: .symbols
            }
    }
}

extension PictureStyle.Colors {
    fileprivate init(_ colors: cchafa_colors) { self = Self(rawValue: Int(colors.rawValue)) ?? .monochrome }
}

extension cchafa_style {
    fileprivate init(_ style: PictureStyle) {
        self.init()
        pictures =
            switch style.kind {
            case .symbols: CCHAFA_SYMBOLS
            case .sixel: CCHAFA_SIXEL
            case .kitty: CCHAFA_KITTY
            case .iterm2: CCHAFA_ITERM2
            }
        colors = cchafa_colors(rawValue: UInt32(style.colors.rawValue))
        is_ascii = style.isASCII ? 1 : 0
        cell_width = CInt(clamping: style.cell.width)
        cell_height = CInt(clamping: style.cell.height)
    }
}
