/// What happened to one object.
///
/// Apps may subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    /// Nil in an app's own test double.
    private let before: ObjectType?
    private let after: ObjectType?
    private let contentChanged: Bool

    /// Details of nothing, for an app's own subclasses, which override `objectBeforeChanges`.
    public override init() {
        (before, after, contentChanged) = (nil, nil, false)
        super.init()
    }

    init(before: ObjectType, after: ObjectType?, contentChanged: Bool) {
        (self.before, self.after, self.contentChanged) = (before, after, contentChanged)
        super.init()
    }

    /// The object that was asked about.
    open var objectBeforeChanges: ObjectType {
        guard let before else { raise("a subclass of PHObjectChangeDetails has no objectBeforeChanges") }
        return before
    }
    /// The object as it is now; nil when it was deleted.
    open var objectAfterChanges: ObjectType? { after }
    /// Whether the pixels changed, and not properties only.
    open var assetContentChanged: Bool { contentChanged }
    /// Whether it was deleted.
    open var objectWasDeleted: Bool { objectAfterChanges == nil }
}
