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
}

extension FieldChange {
    /// The field's name; `object` for whether the object is there.
    package var fieldName: String { field.names.first ?? "object" }
}
