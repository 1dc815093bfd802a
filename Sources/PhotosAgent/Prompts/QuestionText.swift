internal import Languages
package import LibraryModel
internal import OwnerTools
internal import TerminalText

/// A question in words, safe to print to a terminal whatever an app put into it.
package struct QuestionText: Sendable {
    /// One line.
    package var title: String
    /// Who asks, and what it says.
    package var facts: [(name: String, text: String)]

    /// The message when an app updates its open picker.
    package static var changed: String { localized("The app has changed what it asks.") }

    package init(_ prompt: Prompt) {
        let evidence = AppEvidence(app: prompt.app)
        facts = [(localized("asked by"), "\(evidence.kindName) \(evidence.text.sanitized)")]
        if let name = evidence.name { facts.append((localized("is installed as"), name)) }
        if prompt.process > 0 { facts.append((localized("process"), String(prompt.process))) }
        let program = ProgramText(prompt)
        facts += program.warnings.map { (localized("beware"), $0) }
        // Quoted, so that an app cannot pass its claims off as the agent's words.
        if !prompt.claimedName.isEmpty { facts.append((localized("calls itself"), prompt.claimedName.quoted)) }
        if let script = program.claimedScript { facts.append((localized("says it runs"), script.quoted)) }
        if !prompt.usageDescription.isEmpty { facts.append((localized("says why"), prompt.usageDescription.quoted)) }
        let name = evidence.shortName.sanitized
        switch prompt.question {
        case .access(.readWrite): title = localized("{app} would like to access your photos", ["app": name])
        case .access(.addOnly): title = localized("{app} would like to add photos, and see none", ["app": name])
        case .changes:
            title = localized("{app} would like to change photos that it did not add", ["app": name])
        case .upload(let upload):
            title = localized(
                "{app} would like to send {items} to {server}",
                ["app": name, "items": CountText.items(upload.count), "server": upload.origin.shortText]
            )
            facts += UploadWarnings(upload).lines.map { (localized("beware"), $0) }
            facts.append((localized("sends to"), upload.origin.text))
            facts.append(
                (
                    localized("from now on"),
                    localized("it may send what it sees there without asking, until you change it")
                )
            )
        case .picker(let picker):
            let limit = picker.effectiveLimit
            title =
                picker.selectionLimit == 0
                ? localized("{app} asks you to pick photos", ["app": name])
                : limit == 1
                    ? localized("{app} asks you to pick a photo", ["app": name])
                    : localized(
                        "{app} asks you to pick at most {items}",
                        ["app": name, "items": CountText.items(limit)]
                    )
            facts.append((localized("gets"), localized("what you pick, and nothing else")))
        case .selection(let isAutomatic):
            title = localized("Which photos may {app} see?", ["app": name])
            if isAutomatic {
                facts.append(
                    (localized("why now"), localized("it has begun to read, and sees only what you selected"))
                )
            }
        }
        if case .changes(let changes) = prompt.question {
            facts += changes.lines.map { (localized("wants to"), $0) }
        }
    }
}

extension ProposedChanges {
    /// A line for each thing that the block would do.
    fileprivate var lines: [String] {
        let collections = localized("{count} albums or folders", ["count": deletedCollections])
        let all = [
            (deletedAssets, localized("delete {what}", ["what": CountText.items(deletedAssets)])),
            (editedAssets, localized("edit {what}", ["what": CountText.items(editedAssets)])),
            (hiddenAssets, localized("hide {what}", ["what": CountText.items(hiddenAssets)])),
            (updatedAssets, localized("change the details of {what}", ["what": CountText.items(updatedAssets)])),
            (deletedCollections, localized("delete {what}", ["what": collections])),
        ]
        return all.filter { $0.0 > 0 }.map(\.1)
    }
}
