import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

@testable import PhotosUI

extension PhotosLibraryTests {
    /// Filters of pickers, as the library decides them.
    @Suite struct PickerFilterTests {
        struct Case: CustomTestStringConvertible {
            var testDescription: String
            var filter: PHPickerFilter
            var isOffered: @Sendable (KnownAsset) -> Bool
        }

        private static func has(_ subtype: PHAssetMediaSubtype) -> @Sendable (KnownAsset) -> Bool {
            { $0.mediaSubtypes & Int(subtype.rawValue) != 0 }
        }

        static let cases = [
            Case(testDescription: "images", filter: .images) { $0.mediaType == 1 },
            Case(testDescription: "videos", filter: .videos) { $0.mediaType == 2 },
            Case(testDescription: "live", filter: .livePhotos, isOffered: has(.photoLive)),
            Case(testDescription: "depth", filter: .depthEffectPhotos, isOffered: has(.photoDepthEffect)),
            Case(testDescription: "bursts", filter: .bursts) { $0.burst != nil },
            Case(testDescription: "panoramas", filter: .panoramas, isOffered: has(.photoPanorama)),
            Case(testDescription: "screenshots", filter: .screenshots, isOffered: has(.photoScreenshot)),
            Case(
                testDescription: "screen recordings",
                filter: .screenRecordings,
                isOffered: has(.videoScreenRecording)
            ),
            Case(testDescription: "slomo", filter: .slomoVideos, isOffered: has(.videoHighFrameRate)),
            Case(testDescription: "timelapse", filter: .timelapseVideos, isOffered: has(.videoTimelapse)),
            Case(testDescription: "cinematic", filter: .cinematicVideos, isOffered: has(.videoCinematic)),
            Case(testDescription: "spatial", filter: .spatialMedia, isOffered: has(.spatialMedia)),
            Case(testDescription: "any", filter: .any(of: [.videos, .livePhotos])) {
                $0.mediaType == 2 || has(.photoLive)($0)
            },
            Case(testDescription: "all", filter: .all(of: [.images, .screenshots, .not(.livePhotos)])) {
                $0.mediaType == 1 && has(.photoScreenshot)($0) && !has(.photoLive)($0)
            },
            Case(testDescription: "not", filter: .not(.any(of: [.images, .videos]))) { $0.mediaType == 3 },
            Case(testDescription: "any of none", filter: .any(of: [])) { _ in false },
            Case(testDescription: "all of none", filter: .all(of: [])) { _ in true },
            Case(testDescription: "style image", filter: .playbackStyle(.image)) {
                $0.mediaType == 1 && !has(.photoLive)($0) && !has(.photoAnimation)($0)
            },
            Case(testDescription: "style animated", filter: .playbackStyle(.imageAnimated)) {
                has(.photoAnimation)($0) && $0.mediaType == 1
            },
            Case(testDescription: "style live", filter: .playbackStyle(.livePhoto)) {
                has(.photoLive)($0) && !has(.photoAnimation)($0)
            },
            Case(testDescription: "style video", filter: .playbackStyle(.video)) { $0.mediaType == 2 },
            Case(testDescription: "style looping", filter: .playbackStyle(.videoLooping)) { _ in false },
            Case(testDescription: "style unsupported", filter: .playbackStyle(.unsupported)) { $0.mediaType == 3 },
        ]

        @Test func `every filter offers what it says, and nothing else`() throws {
            var assets = KnownAsset.various()
            // Every kind is there.
            for (index, subtype) in [
                (0, PHAssetMediaSubtype.photoPanorama), (1, [.photoAnimation, .photoLive]), (2, .photoAnimation),
                (4, .spatialMedia), (8, .videoScreenRecording), (13, .videoTimelapse), (18, .videoCinematic),
            ] { assets[index].mediaSubtypes = Int(subtype.rawValue) }
            let library = try TestLibrary(.inProcess, rows: KnownAsset.rows(assets))
            for filter in Self.cases {
                let found = try library.owner.fetch(FetchRequest(.allAssets, predicate: filter.filter.program))
                let offered = Set((0..<found.count).map { found[$0] })
                let expected = assets.filter { $0.isOrdinary && filter.isOffered($0) }
                #expect(offered == Set(expected.map(\.id)), "\(filter.testDescription)")
                #expect(
                    !expected.isEmpty || ["any of none", "style looping"].contains(filter.testDescription),
                    "\(filter.testDescription)"
                )
            }
        }

        @Test(arguments: Transport.allCases)
        func `the person is offered what the app's filter says`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let agent = try TestAgent(library.owner) { _ in .dismissed }
            let filter = PHPickerFilter.any(of: [.videos, .not(.screenshots)])
            _ = try await PHPickerViewController(configuration: .ofLibrary { $0.filter = filter }).pick()
            guard case .picker(let shown) = try #require(await agent.prompt()).question else {
                Issue.record("another question")
                return
            }
            #expect(shown.filter == filter.program)
        }
    }
}
