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
    package static let changed = "The app has changed what it asks."

    package init(_ prompt: Prompt) {
        let evidence = AppEvidence(app: prompt.app)
        facts = [("asked by", "\(evidence.kindName) \(evidence.text.sanitized)")]
        if prompt.process > 0 { facts.append(("process", String(prompt.process))) }
        let program = ProgramText(prompt)
        facts += program.warnings.map { ("beware", $0) }
        // Quoted, so that an app cannot pass its claims off as the agent's words.
        if !prompt.claimedName.isEmpty { facts.append(("calls itself", prompt.claimedName.quoted)) }
        if let script = program.claimedScript { facts.append(("says it runs", script.quoted)) }
        if !prompt.usageDescription.isEmpty { facts.append(("says why", prompt.usageDescription.quoted)) }
        let name = evidence.shortName.sanitized
        switch prompt.question {
        case .access(.readWrite): title = "\(name) would like to access your photos"
        case .access(.addOnly): title = "\(name) would like to add photos, and see none"
        case .changes: title = "\(name) would like to change photos that it did not add"
        case .upload(let upload):
            title = "\(name) would like to send \(AccessSummary.photos(upload.count)) to \(upload.origin.shortText)"
            facts += UploadWarnings(upload).lines.map { ("beware", $0) }
            facts.append(("sends to", upload.origin.text))
            facts.append(("from now on", "it may send what it sees there without asking, until you change it"))
        case .picker(let picker):
            let limit = picker.effectiveLimit
            let many = picker.selectionLimit == 0 ? "photos" : limit == 1 ? "a photo" : "at most \(limit) photos"
            title = "\(name) asks you to pick \(many)"
            facts.append(("gets", "what you pick, and nothing else"))
        case .selection(let isAutomatic):
            title = "Which photos may \(name) see?"
            if isAutomatic { facts.append(("why now", "it has begun to read, and sees only what you selected")) }
        }
        if case .changes(let changes) = prompt.question {
            facts += changes.lines.map { ("wants to", $0) }
        }
    }
}

extension ProposedChanges {
    /// A line for each thing that the block would do.
    fileprivate var lines: [String] {
        func line(_ count: Int, _ verb: String, _ one: String, _ many: String) -> String? {
            count == 0 ? nil : "\(verb) \(count) \(count == 1 ? one : many)"
        }
        return [
            line(deletedAssets, "delete", "photo", "photos"),
            line(editedAssets, "edit", "photo", "photos"),
            line(hiddenAssets, "hide", "photo", "photos"),
            line(updatedAssets, "change the details of", "photo", "photos"),
            line(deletedCollections, "delete", "album or folder", "albums and folders"),
        ].compactMap { $0 }
    }
}
