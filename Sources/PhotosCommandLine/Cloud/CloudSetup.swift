import CloudEncryption
import Glibc
import Languages
import LibraryClient
import LibraryModel
import LinuxSystem
import OwnerTools

/// `photos cloud setup`, `join` and `key`.
enum CloudSetup {
    private static let name = OptionDescription(
        "--name",
        "NAME",
        help: localized("what your other devices call this one (default: the machine's name)")
    )
    private static let plain = OptionDescription(
        "--plain",
        help: localized("without encryption: whoever can read the bucket sees your photos")
    )

    static let setup = CommandDescription(
        "cloud setup",
        operands: "URL",
        count: 1...1,
        summary: localized("Keep the library in a bucket, from which your other machines get it"),
        discussion: localized(
            """
            URL is folder:DIR, of a disk or a share (an empty folder, or one that is not there yet), or \
            s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION. The bucket is encrypted: write the recovery phrase \
            down. Another machine, or this one when it has lost everything, asks for it ("photos cloud join URL").
            """
        ),
        options: [name, plain]
    ) { context in
        let isPlain = context.arguments.has(plain)
        let key = isPlain ? nil : LibraryKey.random()
        try begin(context, joins: false, key)
        if let key { try show(key, context) }
        context.messages.say(
            localized(
                "the library is sent to the bucket from now on; \"{command}\" tells how far it is",
                ["command": "photos cloud status"]
            )
        )
        return .success
    }

    static let join = CommandDescription(
        "cloud join",
        operands: "URL",
        count: 1...1,
        summary: localized("Get the library that is in a bucket, and keep this one in step with it"),
        discussion: localized(
            """
            It asks for the recovery phrase, on standard input. Photos that are here already are kept: one that both \
            have is there twice afterwards, unless it came from this bucket.
            """
        ),
        options: [name, plain]
    ) { context in
        var key: LibraryKey?
        if !context.arguments.has(plain) {
            if isatty(STDIN_FILENO) != 0 { context.messages.say(localized("recovery phrase:")) }
            guard let line = readLine(), let entered = RecoveryPhrase.key(from: line) else {
                throw CommandFailure(
                    localized(
                        """
                        this is not a recovery phrase, or it has a typo: it has 14 groups of four letters and digits; \
                        "{command}" shows it on a machine that has the library
                        """,
                        ["command": "photos cloud key"]
                    )
                )
            }
            key = entered
        }
        try begin(context, joins: true, key)
        context.messages.say(
            localized(
                "the library comes from the bucket; \"{command}\" tells how far it is",
                ["command": "photos cloud status"]
            )
        )
        return .success
    }

    static let key = CommandDescription(
        "cloud key",
        summary: localized("Print the recovery phrase, without which nobody can read the bucket")
    ) { context in
        guard let bytes = try context.connect().cloudKey() else {
            throw CommandFailure(localized("the bucket is not encrypted: there is no recovery phrase"))
        }
        guard let key = LibraryKey(bytes: bytes) else {
            throw CommandFailure(localized("the key of the bucket is damaged"))
        }
        try context.output.printLine(RecoveryPhrase.text(of: key))
        return .success
    }

    /// Sets it up, and waits until the bucket has taken this device. What does not work is undone.
    private static func begin(_ context: CommandContext, joins: Bool, _ key: LibraryKey?) throws {
        let client = context.connect()
        if let settings = try client.cloudStatus().settings {
            throw CommandFailure(
                localized(
                    "the library is kept in {bucket} already; \"{command}\" ends that",
                    ["bucket": settings.url, "command": "photos cloud off"]
                )
            )
        }
        let device = try context.arguments.text(name) ?? MachineName.current()
        guard !device.isEmpty, device.utf8.count <= CloudSettings.maximumNameLength else {
            throw context.arguments.usageError(
                localized("a name has 1 to {number} bytes", ["number": CloudSettings.maximumNameLength])
            )
        }
        var settings = CloudSettings(url: try context.arguments.text(at: 0), deviceName: device, joins: joins)
        settings.isEncrypted = key != nil
        try client.setCloud(settings, key: key?.bytes)
        do {
            let report = try CloudWait(context).report { report in
                report.device != nil || report.phase == .refused || report.phase == .waiting
            }
            if report.device == nil {
                throw CommandFailure(report.localizedReason ?? localized("the bucket cannot be used"))
            }
        } catch {
            try client.setCloud(nil)
            throw error
        }
    }

    private static func show(_ key: LibraryKey, _ context: CommandContext) throws {
        try context.output.printLine(localized("The recovery phrase of your library:"))
        try context.output.printLine("")
        try context.output.printLine("    \(RecoveryPhrase.text(of: key))")
        try context.output.printLine("")
        try context.output.printLine(localized("Write it down. Without it nobody can read the bucket, you included."))
        try context.output.flush()
    }
}

private enum MachineName {
    /// Bytes.
    private static let limit = 256

    /// The name of this machine.
    static func current() throws -> String {
        let file = try OwnedDescriptor(opening: "/proc/sys/kernel/hostname", [.readOnly])
        let text = String(decoding: try file.readToEnd(limit: limit), as: UTF8.self)
        return text.trimmed
    }
}
