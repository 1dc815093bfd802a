/// The access that an app requests.
public enum PHAccessLevel: Int, Sendable {
    /// Adding assets, without reading any.
    case addOnly = 1
    /// Reading and changing.
    case readWrite = 2
}
