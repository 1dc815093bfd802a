internal import LibraryModel

/// What an app claims about itself. Shown to the person as a claim, never used as identity.
package struct AppClaims: Hashable, Sendable {
    /// Nil for the program's name.
    package var name: String?
    /// Why it wants to read and change the library.
    package var usageDescription: String?
    /// Why it wants to add to the library.
    package var addUsageDescription: String?
    /// The app itself offers to change its selection; the server does not ask automatically.
    package var preventsAutomaticQuestion = false

    package init(name: String? = nil) {
        self.name = name
    }

    func usageDescription(for level: AccessLevel) -> String? {
        switch level {
        case .addOnly: addUsageDescription
        case .readWrite: usageDescription
        }
    }
}
