/// The burst that a photo belongs to.
package struct Burst: Hashable, Sendable {
    /// The same in every photo of the burst.
    package var identifier: String
    /// Whether the camera, or the person on it, chose this photo of the burst.
    package var isPick: Bool

    package init(identifier: String, isPick: Bool = false) {
        self.identifier = identifier
        self.isPick = isPick
    }
}
