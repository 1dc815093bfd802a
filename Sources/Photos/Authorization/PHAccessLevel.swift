/// How much of the library an app asks for.
public enum PHAccessLevel: Int, Sendable {
    /// To add, without reading back.
    case addOnly = 1
    /// To read and change.
    case readWrite = 2
}
