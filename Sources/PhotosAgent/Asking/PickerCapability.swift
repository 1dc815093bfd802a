internal import LibraryModel

/// The bits of `PHPickerCapabilities` that mean something to the agent.
enum PickerCapability: UInt32 {
    case search = 1
    case collectionNavigation = 4
}

extension PickerConfiguration {
    func offers(_ capability: PickerCapability) -> Bool { disabledCapabilities & capability.rawValue == 0 }
}
