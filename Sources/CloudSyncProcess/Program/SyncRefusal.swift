/// Why synchronisation cannot begin before the person changes something, with what that is.
struct SyncRefusal: Error, Hashable {
    var reason: String

    static let libraryIsThere = SyncRefusal(
        reason: "there is a library in this bucket already; \"photos cloud join URL\" gets it, or choose another folder"
    )
    static let noLibrary = SyncRefusal(
        reason: "there is no library in this bucket; check the URL, or make one with \"photos cloud setup URL\""
    )
    static let otherKey = SyncRefusal(
        reason: "the recovery phrase is not that of the library in this bucket; \"photos cloud key\" shows it on a "
            + "machine that has the library"
    )
    static let isEncrypted = SyncRefusal(
        reason: "the library in this bucket is encrypted: join it without --plain, with its recovery phrase"
    )
    static let isPlain = SyncRefusal(
        reason: "the library in this bucket is not encrypted: join it with --plain, without a recovery phrase"
    )
    static let noCredentials = SyncRefusal(
        reason: "there are no credentials for the bucket: the server's environment needs AWS_ACCESS_KEY_ID and "
            + "AWS_SECRET_ACCESS_KEY, or ~/.aws/credentials a profile"
    )
    static let noKey = SyncRefusal(
        reason: "the key of the bucket is gone; \"photos cloud off\", then \"photos cloud join URL\" with the recovery "
            + "phrase"
    )
}
