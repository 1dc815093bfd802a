internal import Languages
package import LibraryModel

/// Apps that the command line and the terminal list under one title.
package struct AppGroup: Hashable {
    package let title: String
    /// In the order given.
    package let apps: [AppGrant]

    /// The apps that asked for access, and those that only used the picker. Omits an empty group.
    package static func groups(of grants: [AppGrant]) -> [AppGroup] {
        [
            AppGroup(title: localized("Asked for access"), apps: grants.filter { !$0.onlyUsedPicker }),
            AppGroup(
                title: localized("Only used the picker: they got the photos that you picked, and nothing else"),
                apps: grants.filter(\.onlyUsedPicker)
            ),
        ].filter { !$0.apps.isEmpty }
    }
}
