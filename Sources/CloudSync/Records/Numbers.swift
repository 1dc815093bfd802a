/// The number of a field. Numbers are stored in buckets and never reused.
package struct FieldNumber: RawRepresentable, Hashable, Sendable, Comparable {
    package var rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    // MARK: Assets

    /// Microseconds since 1970, `integer`.
    package static let creationDate = FieldNumber(rawValue: 1)
    /// `coordinate`.
    package static let location = FieldNumber(rawValue: 2)
    /// 0 to 5, `integer`.
    package static let rating = FieldNumber(rawValue: 3)
    /// `text`; albums and folders have one too.
    package static let title = FieldNumber(rawValue: 4)
    /// `text`.
    package static let caption = FieldNumber(rawValue: 5)
    /// When the asset was moved to Recently Deleted, in microseconds since 1970; cleared when it is recovered.
    package static let trashed = FieldNumber(rawValue: 6)
    /// The burst's identifier, `text`.
    package static let burst = FieldNumber(rawValue: 7)
    /// `ResourceList`: the original files of the asset, as a library has them. Records have the set `files` instead.
    package static let originals = FieldNumber(rawValue: 8)
    /// `EditValue`: a recipe and its rendered picture, in one field so that they are never mixed. Cleared by a revert.
    package static let edit = FieldNumber(rawValue: 9)
    /// Microseconds since 1970, `integer`.
    package static let addedDate = FieldNumber(rawValue: 10)

    // MARK: Albums and folders

    /// The folder that contains it, 16 bytes; cleared for the top level.
    package static let parent = FieldNumber(rawValue: 32)
    /// Its position in that folder: a `Position`.
    package static let place = FieldNumber(rawValue: 33)

    package static func < (left: FieldNumber, right: FieldNumber) -> Bool { left.rawValue < right.rawValue }
}

/// The number of a set. Numbers are stored in buckets and never reused.
package struct SetNumber: RawRepresentable, Hashable, Sendable, Comparable {
    package var rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Keywords of an asset, in UTF-8.
    package static let keywords = SetNumber(rawValue: 1)
    /// Marks of an asset: elements are the numbers of `Mark`.
    package static let marks = SetNumber(rawValue: 2)
    /// Members of an album: the 16 bytes of each asset, with its `Position` as the detail.
    package static let members = SetNumber(rawValue: 3)
    /// Original files of an asset: the 32 bytes of each file's SHA-256. The detail is a `ResourceList` of how the asset
    /// uses the file (two entries where an app gave one file two kinds), and has the blob. Files are only ever added.
    package static let files = SetNumber(rawValue: 4)
    /// Of the registry: names of condemned blobs (`BlobID`).
    package static let condemned = SetNumber(rawValue: 16)
    /// Of the registry: forgotten devices (`ForgottenDevice`).
    package static let forgotten = SetNumber(rawValue: 17)

    package static func < (left: SetNumber, right: SetNumber) -> Bool { left.rawValue < right.rawValue }
}

/// A Boolean of an asset as an element of a set: of concurrent changes the one that sets it wins.
package enum Mark: UInt8, Sendable, CaseIterable {
    case favorite = 1
    case hidden = 2
}
