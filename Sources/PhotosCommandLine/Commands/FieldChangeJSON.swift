import LibraryModel
import OwnerTools

/// One change for programs.
struct FieldChangeJSON: Encodable, Hashable {
    var object: String
    var field: String
    var member: String?
    var former: FieldValueJSON
    var present: FieldValueJSON
    var standing: String

    init(_ change: FieldChange) {
        object = change.object.string
        field = change.fieldName
        member = change.member.map { LocalIdentifier(.asset, $0).string }
        former = FieldValueJSON(change.former)
        present = FieldValueJSON(change.present)
        standing = change.standing.word
    }
}

/// The value of a field, for programs; empty for nothing. Numbers are as on the wire: dates in microseconds since 1970.
struct FieldValueJSON: Encodable, Hashable {
    var number: Int64?
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    var text: String?
    var texts: [String]?
    var folder: String?

    init(_ value: FieldValue) {
        switch value {
        case .nothing: break
        case .number(let number): self.number = number
        case .place(let place): (latitude, longitude, altitude) = (place.latitude, place.longitude, place.altitude)
        case .text(let text): self.text = text
        case .texts(let texts): self.texts = texts
        case .folder(let folder): self.folder = LocalIdentifier(.collectionList, folder).string
        }
    }
}
