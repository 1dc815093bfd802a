/// How an agent shows itself.
package enum Face: String, Hashable, Sendable, CaseIterable {
    /// A page in a browser.
    case browser
    /// Pictures in a terminal.
    case terminal
    /// Questions and answers in lines of text.
    case text
    /// What fits the place.
    case auto
}
