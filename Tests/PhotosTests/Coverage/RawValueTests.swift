import Foundation
import Photos
import Testing

/// The raw values that Apple's SDK has, from the list that the coverage report is made of.
@Suite struct RawValueTests {
    private static func name<Case: RawRepresentable<Int> & Sendable>(_ type: Case.Type) -> @Sendable (Int) -> String? {
        { value in Case(rawValue: value).map { String(describing: $0) } }
    }

    private static let enums: [String: @Sendable (Int) -> String?] = [
        "PHAccessLevel": name(PHAccessLevel.self),
        "PHAuthorizationStatus": name(PHAuthorizationStatus.self),
        "PHObjectType": name(PHObjectType.self),
        "PHAsset.PlaybackStyle": name(PHAsset.PlaybackStyle.self),
        "PHAsset.PlaybackVariation": name(PHAsset.PlaybackVariation.self),
        "PHAsset.OriginalResourceChoice": name(PHAsset.OriginalResourceChoice.self),
        "PHAsset.AdjustmentsState": name(PHAsset.AdjustmentsState.self),
        "PHAsset.Rating": name(PHAsset.Rating.self),
        "PHAssetMediaType": name(PHAssetMediaType.self),
        "PHAssetEditOperation": name(PHAssetEditOperation.self),
        "PHAssetResourceType": name(PHAssetResourceType.self),
        "PHCollectionEditOperation": name(PHCollectionEditOperation.self),
        "PHAssetCollectionType": name(PHAssetCollectionType.self),
        "PHAssetCollectionSubtype": name(PHAssetCollectionSubtype.self),
        "PHCollectionListType": name(PHCollectionListType.self),
        "PHCollectionListSubtype": name(PHCollectionListSubtype.self),
        "PHImageContentMode": name(PHImageContentMode.self),
        "PHImageRequestOptionsVersion": name(PHImageRequestOptionsVersion.self),
        "PHImageRequestOptionsDeliveryMode": name(PHImageRequestOptionsDeliveryMode.self),
        "PHImageRequestOptionsResizeMode": name(PHImageRequestOptionsResizeMode.self),
        "PHVideoRequestOptionsVersion": name(PHVideoRequestOptionsVersion.self),
        "PHVideoRequestOptionsDeliveryMode": name(PHVideoRequestOptionsDeliveryMode.self),
        "PHPhotosError.Code": name(PHPhotosError.Code.self),
    ]

    private static let options: [String: UInt] = [
        "PHAssetMediaSubtype.photoPanorama": PHAssetMediaSubtype.photoPanorama.rawValue,
        "PHAssetMediaSubtype.photoHDR": PHAssetMediaSubtype.photoHDR.rawValue,
        "PHAssetMediaSubtype.photoScreenshot": PHAssetMediaSubtype.photoScreenshot.rawValue,
        "PHAssetMediaSubtype.photoLive": PHAssetMediaSubtype.photoLive.rawValue,
        "PHAssetMediaSubtype.photoDepthEffect": PHAssetMediaSubtype.photoDepthEffect.rawValue,
        "PHAssetMediaSubtype.photoAnimation": PHAssetMediaSubtype.photoAnimation.rawValue,
        "PHAssetMediaSubtype.spatialMedia": PHAssetMediaSubtype.spatialMedia.rawValue,
        "PHAssetMediaSubtype.videoStreamed": PHAssetMediaSubtype.videoStreamed.rawValue,
        "PHAssetMediaSubtype.videoHighFrameRate": PHAssetMediaSubtype.videoHighFrameRate.rawValue,
        "PHAssetMediaSubtype.videoTimelapse": PHAssetMediaSubtype.videoTimelapse.rawValue,
        "PHAssetMediaSubtype.videoScreenRecording": PHAssetMediaSubtype.videoScreenRecording.rawValue,
        "PHAssetMediaSubtype.videoCinematic": PHAssetMediaSubtype.videoCinematic.rawValue,
        "PHAssetBurstSelectionType.autoPick": PHAssetBurstSelectionType.autoPick.rawValue,
        "PHAssetBurstSelectionType.userPick": PHAssetBurstSelectionType.userPick.rawValue,
        "PHAssetSourceType.typeUserLibrary": PHAssetSourceType.typeUserLibrary.rawValue,
        "PHAssetSourceType.typeCloudShared": PHAssetSourceType.typeCloudShared.rawValue,
        "PHAssetSourceType.typeiTunesSynced": PHAssetSourceType.typeiTunesSynced.rawValue,
    ]

    private static let texts: [String: String] = [
        "PHImageResultIsInCloudKey": PHImageResultIsInCloudKey,
        "PHImageResultIsDegradedKey": PHImageResultIsDegradedKey,
        "PHImageResultRequestIDKey": PHImageResultRequestIDKey,
        "PHImageCancelledKey": PHImageCancelledKey,
        "PHImageErrorKey": PHImageErrorKey,
        "PHLivePhotoInfoErrorKey": PHLivePhotoInfoErrorKey,
        "PHLivePhotoInfoIsDegradedKey": PHLivePhotoInfoIsDegradedKey,
        "PHLivePhotoInfoCancelledKey": PHLivePhotoInfoCancelledKey,
        "PHContentEditingInputResultIsInCloudKey": PHContentEditingInputResultIsInCloudKey,
        "PHContentEditingInputCancelledKey": PHContentEditingInputCancelledKey,
        "PHContentEditingInputErrorKey": PHContentEditingInputErrorKey,
        "PHPhotosErrorDomain": PHPhotosErrorDomain,
        "PHLocalIdentifiersErrorKey": PHLocalIdentifiersErrorKey,
    ]

    private struct Row {
        var symbol: String
        var kind: String
        var value: String

        var type: String { symbol.split(separator: ".").dropLast().joined(separator: ".") }
        var name: String { symbol.split(separator: ".").last.map(String.init) ?? "" }
    }

    private func rows() throws -> [Row] {
        let list = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../PhotosCoverage/photokit-symbols.tsv").standardizedFileURL
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Row(symbol: fields[0], kind: fields[1], value: fields[4])
        }
    }

    @Test func `cases have Apple's raw values`() throws {
        var checked: Set<String> = []
        for row in try rows() where row.kind == "case" {
            guard let name = Self.enums[row.type], let value = Int(row.value) else { continue }
            #expect(name(value) == row.name, "\(row.symbol)")
            checked.insert(row.type)
        }
        #expect(checked == Set(Self.enums.keys))
    }

    @Test func `option bits and texts are Apple's`() throws {
        var checked: Set<String> = []
        for row in try rows() {
            if let option = Self.options[row.symbol] {
                #expect(String(option) == row.value, "\(row.symbol)")
                checked.insert(row.symbol)
            } else if let text = Self.texts[row.symbol] {
                #expect(text == row.value, "\(row.symbol)")
                checked.insert(row.symbol)
            }
        }
        #expect(checked == Set(Self.options.keys).union(Self.texts.keys))
    }

    @Test func `a resource type that nobody knows is kept`() {
        let type = PHAssetResourceType(rawValue: 117)
        #expect(type == .unrecognized(117))
        #expect(type?.rawValue == 117)
        #expect(PHAssetResourceType(rawValue: 9) == .pairedVideo)
        #expect(PHAssetResourceType.unrecognized(9) == .pairedVideo)
    }
}
