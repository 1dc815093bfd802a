import LibraryModel

extension PHPersistentChange {
    /// Who made a change. Apps are not told which other app it was. Apple's PhotoKit has no such type.
    public enum Author: Hashable, Sendable, CaseIterable {
        /// The app that asks.
        case thisApp
        /// The person, with the library's own tools.
        case person
        /// Some other app.
        case anotherApp
        /// The library cannot tell any more.
        case unknown

        init(_ author: ChangeAuthor) {
            self =
                switch author {
                case .asker: .thisApp
                case .person: .person
                case .anotherApp: .anotherApp
                case .unknown: .unknown
                }
        }

        var author: ChangeAuthor {
            switch self {
            case .thisApp: .asker
            case .person: .person
            case .anotherApp: .anotherApp
            case .unknown: .unknown
            }
        }
    }
}
