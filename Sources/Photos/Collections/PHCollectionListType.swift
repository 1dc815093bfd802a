/// Types of collection lists.
public enum PHCollectionListType: Int, Sendable {
    /// Moments. There are none, as in PhotoKit since iOS 13.
    case momentList = 1
    /// A regular folder.
    case folder = 2
    /// A smart folder. There are none.
    case smartFolder = 3
}

/// Kinds of collection lists.
public enum PHCollectionListSubtype: Int, Sendable {
    /// Moments close to each other.
    case momentListCluster = 1
    /// The moments of a year.
    case momentListYear = 2
    /// A folder.
    case regularFolder = 100
    /// The root folder. Fetches of it find nothing.
    case rootFolder = 101
    /// Events from a computer.
    case smartFolderEvents = 200
    /// Faces from a computer.
    case smartFolderFaces = 201
    /// Any kind: for fetches.
    case any = 9_223_372_036_854_775_807
}
