import CivilDates
import LibraryModel
import OwnerTools
import TerminalText

extension FieldChange {
    /// For example `9F98…/L0/001 caption: "Rome" -> none, changed again since`.
    func line(zone: TimeZoneOffsets = .local) -> String {
        let member = member.map { " \(LocalIdentifier(.asset, $0).string)" } ?? ""
        let values = "\(former.text(of: field, zone)) -> \(present.text(of: field, zone))"
        return "\(object.string) \(fieldName)\(member): \(values)" + (standing.note.map { ", \($0)" } ?? "")
    }
}

extension FieldChange.Standing {
    var word: String {
        switch self {
        case .asLeft: "asLeft"
        case .changedSince: "changedSince"
        case .asBefore: "asBefore"
        case .gone: "gone"
        }
    }

    /// What is to be said of it; nil where it can be taken back.
    fileprivate var note: String? {
        switch self {
        case .asLeft: nil
        case .changedSince: "changed again since"
        case .asBefore: "as it was before"
        case .gone: "not there any more"
        }
    }
}

extension FieldValue {
    fileprivate func text(of field: ChangedFields, _ zone: TimeZoneOffsets) -> String {
        switch self {
        case .nothing:
            switch field {
            case []: "gone"
            case .members: "out"
            case .favorite, .hidden: "no"
            case .parent: "top level"
            default: "none"
            }
        case .number(let number):
            switch field {
            case []: "there"
            case .members: "in"
            case .favorite, .hidden: "yes"
            case .creationDate: DateText.local(number, zone: zone)
            default: "\(number)"
            }
        case .place(let place): "\(place.latitude) \(place.longitude)"
        case .text(let text): "\"\(text.shown)\""
        case .texts(let texts): texts.map(\.shown).joined(separator: ", ")
        case .folder(let folder): LocalIdentifier(.collectionList, folder).string
        }
    }
}

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

/// What is in a field, for programs; empty for nothing. Numbers are as on the wire: dates in microseconds since 1970.
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
