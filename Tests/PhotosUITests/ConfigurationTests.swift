import LibraryModel
import Testing

@testable import PhotosUI

/// Configurations, as apps make them and as they cross to the library.
@Suite struct ConfigurationTests {
    @Test func `defaults are Apple's`() {
        let configuration = PHPickerConfiguration()
        #expect(configuration.preferredAssetRepresentationMode == .automatic)
        #expect(configuration.selection == .default)
        #expect(configuration.selectionLimit == 1)
        #expect(configuration.filter == nil)
        #expect(configuration.preselectedAssetIdentifiers == [])
        #expect(configuration.mode == .default)
        #expect(configuration.edgesWithoutContentMargins == [])
        #expect(configuration.disabledCapabilities == [])
        #expect(configuration.searchText == nil)
        #expect(PickerConfiguration(configuration) == PickerConfiguration())
        #expect(PHPickerConfiguration.Update() == PHPickerConfiguration.Update())
        #expect(PickerUpdate(PHPickerConfiguration.Update()) == PickerUpdate())
    }

    @Test func `configurations are equal when all of it is, library included`() {
        var one = PHPickerConfiguration(photoLibrary: .shared())
        var other = PHPickerConfiguration(photoLibrary: .shared())
        #expect(one == other)
        #expect(one != PHPickerConfiguration())
        one.filter = .any(of: [.images, .not(.livePhotos)])
        #expect(one != other)
        other.filter = .any(of: [.images, .not(.livePhotos)])
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        other.mode = .compact
        #expect(one != other)
    }

    @Test func `every property is sent to the library`() {
        let known = LocalIdentifier(.asset, ObjectID(high: 1, low: 2))
        let album = LocalIdentifier(.assetCollection, ObjectID(high: 1, low: 2))
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.selection = .continuousAndOrdered
        configuration.selectionLimit = 7
        configuration.preselectedAssetIdentifiers = ["nonsense", album.string, known.string]
        configuration.disabledCapabilities = [.search, .selectionActions]
        configuration.edgesWithoutContentMargins = [.top, .bottom]
        configuration.searchText = PHPickerSearchText("lake")
        configuration.filter = .videos
        var expected = PickerConfiguration()
        expected.isOrdered = true
        expected.isContinuous = true
        expected.selectionLimit = 7
        expected.givesIdentifiers = true
        expected.preselected = [known.id]
        expected.disabledCapabilities = 9
        expected.edgesWithoutMargins = 5
        expected.searchText = "lake"
        expected.filter = PredicateProgram([.key("mediaType"), .literal(.integer(2)), .compare(.equal, [])])
        #expect(PickerConfiguration(configuration) == expected)
    }

    @Test(
        arguments: [
            (0, []), (1, .location), (2, .captions), (3, .all),
            // What a later version may mean by other bits is not known.
            (1 << 40, []),
        ] as [(UInt, MetadataRemoval)]
    )
    func `the metadata options are sent to the library`(
        options: UInt,
        removal: MetadataRemoval
    ) {
        var configuration = PHPickerConfiguration()
        configuration.metadataOptions = PHPickerMetadataOptions(rawValue: options)
        #expect(PickerConfiguration(configuration).removal == removal)
    }

    @Test func `a negative limit is none, as with Apple's`() {
        var configuration = PHPickerConfiguration()
        configuration.selectionLimit = -3
        #expect(PickerConfiguration(configuration).selectionLimit == 0)
        var update = PHPickerConfiguration.Update()
        update.selectionLimit = -1
        #expect(PickerUpdate(update).selectionLimit == 0)
    }

    @Test func `raw values are Apple's`() {
        let capabilities: [PHPickerCapabilities] = [
            .search, .stagingArea, .collectionNavigation, .selectionActions, .sensitivityAnalysisIntervention,
        ]
        #expect(capabilities.map(\.rawValue) == [1, 2, 4, 8, 16])
        let edges: [NSDirectionalRectEdge] = [.top, .leading, .bottom, .trailing, .all]
        #expect(edges.map(\.rawValue) == [1, 2, 4, 8, 15])
        let modes: [PHPickerConfigurationAssetRepresentationMode] = [.automatic, .current, .compatible]
        #expect(modes.map(\.rawValue) == [0, 1, 2])
        let selections: [PHPickerConfigurationSelection] = [.default, .ordered, .continuous, .continuousAndOrdered]
        #expect(selections.map(\.rawValue) == [0, 1, 2, 3])
    }
}
