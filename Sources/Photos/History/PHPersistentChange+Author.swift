import LibraryModel

extension PHPersistentChange {
    /// The author of a change. Does not tell apps which other app it was. An addition to PhotoKit.
    public enum Author: Hashable, Sendable, CaseIterable {
        /// This app.
        case thisApp
        /// The person, with the library's own tools.
        case person
        /// Another app.
        case anotherApp
        /// Another machine of the person's, whose library is synchronised with this one.
        case anotherDevice
        /// Unknown.
        case unknown

        init(_ author: ChangeAuthor) {
            self =
                switch author {
                case .asker: .thisApp
                case .person: .person
                case .anotherApp: .anotherApp
                case .anotherDevice: .anotherDevice
                case .unknown: .unknown
                }
        }

        var author: ChangeAuthor {
            switch self {
            case .thisApp: .asker
            case .person: .person
            case .anotherApp: .anotherApp
            case .anotherDevice: .anotherDevice
            case .unknown: .unknown
            }
        }
    }
}
