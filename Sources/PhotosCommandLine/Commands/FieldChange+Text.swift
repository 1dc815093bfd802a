import CivilDates
import Languages
import LibraryModel
import OwnerTools
import TerminalText

extension FieldChange {
    /// For example `9F98…/L0/001 caption: "Rome" -> none, changed again since`.
    func line(zone: TimeZoneOffsets = .local) -> String {
        let member = member.map { " \(LocalIdentifier(.asset, $0).string)" } ?? ""
        let values = "\(former.text(of: field, zone)) -> \(present.text(of: field, zone))"
        return "\(object.string) \(field.localizedName ?? object.kind.localizedWord)\(member): \(values)"
            + (standing.note.map { ", \($0)" } ?? "")
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

    /// Why it is not undone; nil where it can be.
    fileprivate var note: String? {
        switch self {
        case .asLeft: nil
        case .changedSince: localized("changed again since")
        case .asBefore: localized("as it was before")
        case .gone: localized("not there any more")
        }
    }
}

extension FieldValue {
    fileprivate func text(of field: ChangedFields, _ zone: TimeZoneOffsets) -> String {
        switch self {
        case .nothing:
            switch field {
            case []: localized("gone")
            case .members: localized("out|of an album")
            case .favorite, .hidden: localized("no")
            case .parent: localized("in no folder")
            default: localized("none")
            }
        case .number(let number):
            switch field {
            case []: localized("there")
            case .members: localized("in|an album")
            case .favorite, .hidden: localized("yes")
            case .creationDate: DateText.local(number, zone: zone)
            default: "\(number)"
            }
        case .place(let place): "\(place.latitude) \(place.longitude)"
        case .text(let text): "\"\(text.sanitized)\""
        case .texts(let texts): texts.map(\.sanitized).listed
        case .folder(let folder): LocalIdentifier(.collectionList, folder).string
        }
    }
}
