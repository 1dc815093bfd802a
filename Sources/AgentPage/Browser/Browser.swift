internal import Languages
internal import LinuxSystem

/// The person's browser, or standard output in its place.
enum Browser {
    /// Opens a link. Returns false when the desktop has no browser for it.
    static func show(_ link: String) -> Bool { DesktopOpener.open(FilePath(link)) }

    /// Prints a link.
    static func say(_ link: String) {
        // Without a reader there is nobody to show the link to.
        do {
            let text = localized("Open this page in a browser of yours: {link}", ["link": link])
            try OwnProcess.standardOutput().write(Array("\(text)\n".utf8))
        } catch {}
    }
}
