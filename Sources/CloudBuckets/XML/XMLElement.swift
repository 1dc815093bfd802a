/// An element of a store's response.
struct XMLElement: Hashable, Sendable {
    /// Without a namespace's prefix.
    let name: String
    /// Its own characters, not those of its children.
    var text = ""
    var children: [XMLElement] = []

    func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The text of a child; nil when there is none of that name.
    func text(_ name: String) -> String? { child(name)?.text }
}
