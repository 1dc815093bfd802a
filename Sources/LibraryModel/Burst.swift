/// The series that a photo was taken in with one press of the button.
package struct Burst: Hashable, Sendable {
    /// The same in every photo of the series.
    package var identifier: String
    /// Whether the camera, or the person on it, chose this photo of the series.
    package var isPick: Bool

    package init(identifier: String, isPick: Bool = false) {
        self.identifier = identifier
        self.isPick = isPick
    }
}
