// As UIKit has it, for apps that show what changed in sections of items or rows. Disfavoured, so that an app's own, or
// those of its views' library, are taken where they are there.
extension IndexPath {
    /// An item of a section.
    @_disfavoredOverload
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    /// A row of a section.
    @_disfavoredOverload
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The first index.
    @_disfavoredOverload
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }
    /// The second index, in a section of items.
    @_disfavoredOverload
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
    /// The second index, in a section of rows.
    @_disfavoredOverload
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
