/// How pictures are shown in a terminal.
package enum PictureKind: String, Sendable, CaseIterable {
    case symbols, sixel, kitty, iterm2
}
