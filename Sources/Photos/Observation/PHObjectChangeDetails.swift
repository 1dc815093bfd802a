/// The change of one object. Immutable and thread-safe.
///
/// Apps can subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    /// Nil in an app's own test double.
    private let before: ObjectType?
    private let after: ObjectType?
    private let contentChanged: Bool

    /// Creates empty details, for subclasses of apps, which override `objectBeforeChanges`.
    public override init() {
        (before, after, contentChanged) = (nil, nil, false)
        super.init()
    }

    init(before: ObjectType, after: ObjectType?, contentChanged: Bool) {
        (self.before, self.after, self.contentChanged) = (before, after, contentChanged)
        super.init()
    }

    /// The object before the change.
    open var objectBeforeChanges: ObjectType {
        guard let before else { raise("a subclass of PHObjectChangeDetails has no objectBeforeChanges") }
        return before
    }
    /// The object after the change; nil when it was deleted.
    open var objectAfterChanges: ObjectType? { after }
    /// Whether the content of the asset changed, and not only its properties.
    open var assetContentChanged: Bool { contentChanged }
    /// Whether the object was deleted.
    open var objectWasDeleted: Bool { objectAfterChanges == nil }
}
