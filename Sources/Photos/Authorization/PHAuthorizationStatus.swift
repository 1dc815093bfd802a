/// What the person decided about an app's access.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The person was not asked yet, or has not answered.
    case notDetermined = 0
    /// A policy forbids access and the person cannot change it.
    case restricted = 1
    /// The person said no.
    case denied = 2
    /// The person allowed access.
    case authorized = 3
    /// The person allowed access to some photos of their choice.
    case limited = 4
}
