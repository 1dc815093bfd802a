internal import LinuxSystem

/// The folders that sync programs of this user synchronize, from their settings.
///
/// Found through `HOME`, `XDG_CONFIG_HOME` and `XDG_STATE_HOME`. A server with a user of its own does not see other
/// users' settings; it relies on `SyncMarkers`.
struct SyncSettings {
    private(set) var folders: [(program: String, folder: FilePath)] = []

    /// Bytes of a settings file that are read.
    private static let maximumLength = 4 << 20

    private let home: FilePath
    private let unclear: (String, SystemCallError) -> Void

    init(environment: (String) -> String?, unclear: @escaping (String, SystemCallError) -> Void) {
        self.unclear = unclear
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            self.home = "/"
            return
        }
        self.home = FilePath(home)
        func folder(_ name: String, _ standard: FilePath) -> FilePath {
            environment(name).flatMap { $0.hasPrefix("/") ? FilePath($0) : nil } ?? self.home.appending(standard)
        }
        let settings = folder("XDG_CONFIG_HOME", ".config")
        let state = folder("XDG_STATE_HOME", ".local/state")

        add("Dropbox", self.home.appending(".dropbox/info.json")) { SettingsText.stringsInJSON($0, named: "path") }
        let flatpak = self.home.appending(".var/app/com.nextcloud.desktopclient.nextcloud/config")
        for (program, file) in [
            ("Nextcloud", settings.appending("Nextcloud/nextcloud.cfg")),
            ("Nextcloud", flatpak.appending("Nextcloud/nextcloud.cfg")),
            ("ownCloud", settings.appending("ownCloud/owncloud.cfg")),
        ] {
            add(program, file) { SettingsText.valuesInINI($0, endingIn: "localPath") }
        }
        for folder in [state, settings] {
            add("Syncthing", folder.appending("syncthing/config.xml")) {
                SettingsText.attributesInXML($0, "path", of: "folder")
            }
        }
        addOneDrive(settings)
    }

    /// The OneDrive client for Linux: `onedrive/config`, and similar folders for further accounts. It creates
    /// `items.sqlite3` there on first use, and has a default folder when the settings name none.
    private mutating func addOneDrive(_ settings: FilePath) {
        var accounts: [FilePath] = []
        do throws(SystemCallError) {
            var reader = try FolderReader(settings)
            while let entry = try reader.next() {
                if entry.name.text.hasPrefix("onedrive") { accounts.append(settings.appending(entry.name)) }
            }
        } catch {
            if !error.isAbsence { unclear("the settings of OneDrive", error) }
        }
        for account in accounts {
            let count = folders.count
            add("OneDrive", account.appending("config")) { SettingsText.valuesInINI($0, endingIn: "sync_dir") }
            guard folders.count == count, content(account.appending("items.sqlite3"), "OneDrive", limit: 1) != nil
            else {
                continue
            }
            folders.append(("OneDrive", home.appending("OneDrive")))
        }
    }

    private mutating func add(_ program: String, _ file: FilePath, _ find: (String) -> [String]) {
        guard let bytes = content(file, program, limit: SyncSettings.maximumLength) else { return }
        for path in find(String(decoding: bytes, as: UTF8.self)) {
            if path.hasPrefix("/") { folders.append((program, FilePath(path))) }
            if path == "~" { folders.append((program, home)) }
            if path.hasPrefix("~/") { folders.append((program, home.appending(FilePath(String(path.dropFirst(2)))))) }
        }
    }

    /// The start of a file; nil when there is none.
    private func content(_ file: FilePath, _ program: String, limit: Int) -> [UInt8]? {
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(opening: file, [.readOnly, .nonBlocking])
            var bytes = [UInt8](repeating: 0, count: limit)
            let count = try file.read(into: &bytes, at: 0)
            return Array(bytes[..<count])
        } catch {
            if !error.isAbsence { unclear("the settings of \(program)", error) }
            return nil
        }
    }
}
