internal import Admission
package import LibraryModel
package import LinuxSystem

/// A view of what the person gave to an app in a picker, and of nothing else: the files of these assets, whatever else
/// the app may or may not see. What was deleted since is not there any more.
package struct PickedView: Sendable {
    private let assets: Set<ObjectID>
    private let view: LibraryView

    init(of assets: Set<ObjectID>, in store: LibraryStore, for app: String) {
        self.assets = assets
        view = LibraryView(store: store, principal: .person, share: .app(app))
    }

    /// The files of an asset, the original first, without their digests.
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
    /// The view of an app that was given these assets in a picker.
    package func view(ofPicked assets: Set<ObjectID>, for app: String) -> PickedView {
        PickedView(of: assets, in: self, for: app)
    }
}
