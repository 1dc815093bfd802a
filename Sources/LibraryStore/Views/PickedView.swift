internal import Admission
package import LibraryModel
package import LinuxSystem

/// A view of the files of assets that the person picked for an app, independent of the app's other access. Assets that
/// were deleted since do not exist.
package struct PickedView: Sendable {
    private let assets: Set<ObjectID>
    private let view: LibraryView

    init(of assets: Set<ObjectID>, in store: LibraryStore, for app: String) {
        self.assets = assets
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
            return resource
        }
    }
}

extension LibraryStore {
    /// Returns a view of picked assets.
    package func view(ofPicked assets: Set<ObjectID>, for app: String) -> PickedView {
        PickedView(of: assets, in: self, for: app)
    }
}
