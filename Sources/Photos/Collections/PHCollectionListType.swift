/// What makes up a list of collections.
public enum PHCollectionListType: Int, Sendable {
    /// Moments. There are none, as in Apple's since iOS 13.
    case momentList = 1
    /// What a person or an app put into it.
    case folder = 2
    /// What meets a condition. There are none yet.
    case smartFolder = 3
}

/// Which sort of list.
public enum PHCollectionListSubtype: Int, Sendable {
    /// Moments close to each other.
    case momentListCluster = 1
    /// The moments of a year.
    case momentListYear = 2
    /// A folder.
    case regularFolder = 100
    /// The folder of everything. A fetch of it finds nothing yet.
    case rootFolder = 101
    /// Events from a computer.
    case smartFolderEvents = 200
    /// Faces from a computer.
    case smartFolderFaces = 201
    /// Any sort: for fetches.
    case any = 9_223_372_036_854_775_807
}
