/// The person's decision about an app's access.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The person has not decided.
    case notDetermined = 0
    /// A policy forbids access and the person cannot change it.
    case restricted = 1
    /// The person denied access.
    case denied = 2
    /// The person allowed access.
    case authorized = 3
    /// The person allowed access to selected assets.
    case limited = 4
}
