import LibraryClient
import LibraryModel

/// A request of a change block. Create and use requests only inside the block: anything else stops the program.
public class PHChangeRequest: NSObject {
    let transaction: ChangeTransaction

    override init() {
        transaction = ChangeTransaction.required(for: "a change request")
        super.init()
    }

    /// Returns the identifiers of objects from the app.
    static func identifiers(
        of objects: any NSFastEnumeration,
        allowing kinds: Set<ObjectKind>
    ) -> [LocalIdentifier] {
        var identifiers: [LocalIdentifier] = []
        if let result = objects as? any IdentifierListing {
            identifiers = result.allIdentifiers
        } else {
            objects.forEachEnumerated { object in
                guard let object = object as? PHObject else { raise("\(type(of: object)) is no object of the library") }
                guard let identity = object.resolvedIdentity else { raise("an object is in no library") }
                identifiers.append(identity)
            }
        }
        guard identifiers.allSatisfy({ kinds.contains($0.kind) }) else {
            raise("an object of the wrong kind was handed to a change request")
        }
        return identifiers
    }
}

/// A list with identifiers that are known without loading its objects.
protocol IdentifierListing {
    var allIdentifiers: [LocalIdentifier] { get }
}

extension PHFetchResult: IdentifierListing {
    var allIdentifiers: [LocalIdentifier] {
        if identifiers.count == 0 {
            return (0..<count).compactMap { (object(at: $0) as? PHObject)?.resolvedIdentity }
        }
        return (0..<identifiers.count).map { identifiers.identifier(at: $0) }
    }
}
