// UIKit's additions, for apps that display changes in sections of items or rows. Disfavored, so that declarations of
// the app or of its UI library take precedence.
extension IndexPath {
    /// Creates an index path to an item of a section.
    @_disfavoredOverload
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    /// Creates an index path to a row of a section.
    @_disfavoredOverload
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The index of the section.
    @_disfavoredOverload
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }
    /// The index of the item in its section.
    @_disfavoredOverload
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
    /// The index of the row in its section.
    @_disfavoredOverload
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
