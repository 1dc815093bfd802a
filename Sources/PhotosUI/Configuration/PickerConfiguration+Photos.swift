import LibraryModel

extension PickerConfiguration {
    init(_ configuration: PHPickerConfiguration) {
        self.init()
        filter = configuration.filter?.program
        selectionLimit = max(0, configuration.selectionLimit)
        switch configuration.selection {
        case .default: break
        case .ordered: isOrdered = true
        case .continuous: isContinuous = true
        case .continuousAndOrdered: (isOrdered, isContinuous) = (true, true)
        }
        givesIdentifiers = configuration.photoLibrary != nil
        if givesIdentifiers, selectionLimit != 1 { preselected = configuration.preselectedAssetIdentifiers.assets }
        disabledCapabilities = UInt32(truncatingIfNeeded: configuration.disabledCapabilities.rawValue)
        edgesWithoutMargins = UInt32(truncatingIfNeeded: configuration.edgesWithoutContentMargins.rawValue)
        searchText = configuration.searchText?.text
        if configuration.metadataOptions.contains(.removeLocation) { removal.insert(.location) }
        if configuration.metadataOptions.contains(.removeCaptions) { removal.insert(.captions) }
    }
}

extension PickerUpdate {
    init(_ update: PHPickerConfiguration.Update) {
        self.init()
        selectionLimit = update.selectionLimit.map { max(0, $0) }
        edgesWithoutMargins = update.edgesWithoutContentMargins.map { UInt32(truncatingIfNeeded: $0.rawValue) }
        searchText = update.searchText?.text
    }
}

extension [String] {
    /// Returns the assets of local identifiers. Ignores identifiers of other objects and malformed ones.
    var assets: [ObjectID] {
        compactMap { text in
            guard let identifier = LocalIdentifier(text), identifier.kind == .asset else { return nil }
            return identifier.id
        }
    }
}
