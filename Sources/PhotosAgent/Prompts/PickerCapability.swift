package import LibraryModel

/// The bits of `PHPickerCapabilities` that the agent supports.
package enum PickerCapability: UInt32 {
    case search = 1
    case collectionNavigation = 4
}

extension PickerConfiguration {
    package func offers(_ capability: PickerCapability) -> Bool { disabledCapabilities & capability.rawValue == 0 }
}
