internal import Languages
package import LibraryModel

/// What the person has to know of a server before they let an app send photos to it.
package struct UploadWarnings: Sendable {
    package var lines: [String] = []

    package init(_ question: UploadQuestion) {
        let origin = question.origin
        if origin.isLocal {
            lines.append(
                localized(
                    "{server} is this machine, or a device of your own network.",
                    ["server": origin.shortText]
                )
            )
        }
        if !origin.isEncrypted {
            lines.append(
                localized("The connection is not encrypted: whoever is on the way can see the photos.")
            )
        }
    }
}
