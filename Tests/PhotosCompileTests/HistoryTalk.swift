import Foundation
import Photos

// The code that "Discover PhotoKit change history" (WWDC22) shows, fragment by fragment. It only has to compile.

private struct Collage {
    var assetLocalIdentifiers: Set<String> = []
}

private struct Hike {
    var startDate = Date()
    var endDate = Date()
}

private final class HikingApp {
    var lastLaunchDate = Date.distantPast
    var lastStoredToken: PHPersistentChangeToken
    var localIdentifiers: [String] = []
    var trackedIdentifiers: Set<String> = []
    var collages: [Collage] = []
    var hikes: [Hike] = []
    let library = PHPhotoLibrary.shared()

    init() { lastStoredToken = PHPhotoLibrary.shared().currentChangeToken }

    // Before: three checks at each launch.

    func findInserted() -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "creationDate > %@", lastLaunchDate as CVarArg)
        let insertedAssets = PHAsset.fetchAssets(with: options)
        return insertedAssets
    }

    func findUpdatedAndDeleted() {
        let fetchResult = PHAsset.fetchAssets(with: localIdentifiers, options: nil)
        fetchResult.enumerateObjects { asset, idx, stop in
            if asset.modificationDate?.compare(self.lastLaunchDate) == .orderedDescending {
                // updated
            }
            if !self.localIdentifiers.contains(asset.localIdentifier) {
                // deleted
            }
        }
    }

    // Now: one call.

    func readHistory() {
        var lastPersistentChange: PHPersistentChange!
        // swift-format-ignore: NeverUseForceTry
        let persistentChanges = try! PHPhotoLibrary.shared().fetchPersistentChanges(since: self.lastStoredToken)
        for persistentChange in persistentChanges {
            if let changeDetails = persistentChange.changeDetails(for: PHObjectType.asset) {
                let updatedIdentifiers = changeDetails.updatedLocalIdentifiers
                let deletedIdentifiers = changeDetails.deletedLocalIdentifiers
                let insertedIdentifiers = changeDetails.insertedLocalIdentifiers
                collage(updatedIdentifiers, deletedIdentifiers, insertedIdentifiers)
            }
            lastPersistentChange = persistentChange
        }
        self.lastStoredToken = lastPersistentChange.changeToken
    }

    func readHistoryAsShipped() throws {
        let changeToken = self.lastStoredToken
        let persistentChanges = try library.fetchPersistentChanges(since: changeToken)
        for persistentChange in persistentChanges {
            let changeDetails = try persistentChange.changeDetails(for: .asset)
            _ = changeDetails.insertedLocalIdentifiers.union(changeDetails.updatedLocalIdentifiers)
        }
    }

    func collage(_ updated: Set<String>, _ deletedIdentifiers: Set<String>, _ insertedIdentifiers: Set<String>) {
        let insertedAssets = PHAsset.fetchAssets(with: insertedIdentifiers, options: nil)
        insertedAssets.enumerateObjects { asset, idx, stop in
            for hike in self.hikes {
                let interval = NSDateInterval(start: hike.startDate, end: hike.endDate)
                if let date = asset.creationDate, interval.contains(date) {
                    stop.pointee = true
                }
            }
        }
        let updatedAssets = PHAsset.fetchAssets(withLocalIdentifiers: Array(updated), options: nil)
        updatedAssets.enumerateObjects { asset, idx, stop in
            if asset.hasAdjustments {
                self.redraw(asset)
            }
        }
        for deletedIdentifier in deletedIdentifiers {
            for collage in collages where collage.assetLocalIdentifiers.contains(deletedIdentifier) {
                _ = collage
            }
        }
    }

    func redraw(_ asset: PHAsset) {}

    func recover() throws {
        let changeToken = self.lastStoredToken
        let options = PHFetchOptions()
        do {
            let persistentChanges = try library.fetchPersistentChanges(since: changeToken)
            _ = persistentChanges.map(\.changeToken)
        } catch PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable {
            let fetchResult = PHAsset.fetchAssets(with: trackedIdentifiers, options: options)
            _ = fetchResult.count
        }
    }

    func store() throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: lastStoredToken, requiringSecureCoding: true)
    }

    func restore(_ data: Data) throws {
        if let token = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data) {
            lastStoredToken = token
        }
    }
}
