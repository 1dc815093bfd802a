internal import Admission
package import LibraryModel
package import LinuxSystem

/// A view of the files of assets that the person picked for an app, independent of the app's other access. Assets that
/// were deleted since do not exist.
package struct PickedView: Sendable {
    private let assets: Set<ObjectID>
    private let view: LibraryView
    private let removal: MetadataRemoval

    init(of assets: Set<ObjectID>, without removal: MetadataRemoval, in store: LibraryStore, for app: String) {
        self.assets = assets
        self.removal = removal
        view = LibraryView(store: store, principal: .person, share: .app(app))
    }

    /// Returns the files of an asset, the original first, without digests.
    package func resources(
        of asset: ObjectID,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [StoredResource] {
        guard assets.contains(asset) else { throw .noSuchObject }
        return try view.resources(of: asset, cancellation: cancellation).map { resource in
            var resource = resource
            resource.info.digest = []
            resource.removal = removal
            return resource
        }
    }
}

extension LibraryStore {
    /// The view of an app for which the person picked these assets. `removal`: metadata that it does not get; always
    /// includes places for an app that gets none.
    package func view(
        ofPicked assets: Set<ObjectID>,
        without removal: MetadataRemoval = [],
        for app: String
    ) throws(LibraryError) -> PickedView {
        let removal = try preferences(of: app).hidesPlaces ? removal.union(.location) : removal
        return PickedView(of: assets, without: removal, in: self, for: app)
    }
}
