internal import LibraryModel

/// What an app says of itself. The person is shown it as a claim; it is never identity.
package struct AppClaims: Hashable, Sendable {
    /// Nil: the name of the program.
    package var name: String?
    /// Why it wants to read and change the library.
    package var usageDescription: String?
    /// Why it wants to add to the library.
    package var addUsageDescription: String?
    /// The app asks itself whether its selection should be changed.
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
