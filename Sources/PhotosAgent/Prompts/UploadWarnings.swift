package import LibraryModel

/// What the person has to know of a server before they let an app send photos to it.
package struct UploadWarnings: Sendable {
    package var lines: [String] = []

    package init(_ question: UploadQuestion) {
        let origin = question.origin
        if origin.isLocal {
            lines.append("\(origin.shortText) is this machine, or a device of your own network.")
        }
        if !origin.isEncrypted {
            lines.append("The connection is not encrypted: whoever is on the way can see the photos.")
        }
    }
}
