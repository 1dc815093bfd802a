internal import Languages
package import LibraryModel

extension ChangedFields {
    /// What each field is called, in commands, in JSON and by the page.
    package static let named: [(field: ChangedFields, name: String)] = [
        (.creationDate, "creationDate"), (.location, "location"), (.favorite, "favorite"), (.hidden, "hidden"),
        (.rating, "rating"), (.content, "content"), (.keywords, "keywords"), (.caption, "caption"),
        (.title, "title"), (.members, "members"), (.parent, "parent"), (.summary, "summary"),
        (.burst, "burst"),
    ]

    /// The names of the fields that this version knows.
    package var names: [String] { ChangedFields.named.filter { contains($0.field) }.map(\.name) }

    /// The same for people.
    package var localizedNames: [String] {
        ChangedFields.named.filter { contains($0.field) }.compactMap(\.field.localizedName)
    }

    /// One field, for people; nil for another one.
    package var localizedName: String? {
        switch self {
        case .creationDate: localized("date")
        case .location: localized("place")
        case .favorite: localized("favorite")
        case .hidden: localized("hidden")
        case .rating: localized("rating")
        case .content: localized("edit|what was done to a photo")
        case .keywords: localized("keywords")
        case .caption: localized("caption")
        case .title: localized("title")
        case .members: localized("members")
        case .parent: localized("folder")
        case .summary: localized("number and dates of its photos")
        case .burst: localized("burst")
        default: nil
        }
    }
}

extension FieldChange {
    /// The field's name; `object` for whether the object is there.
    package var fieldName: String { field.names.first ?? "object" }
}
