internal import LibraryModel

/// Identifiers reserved for objects that do not exist yet: ten random bytes, and a keyed hash of six bytes that binds
/// them to the principal. So an app can create objects only under identifiers of its own.
struct MintedIdentifier {
    let configuration: StoreConfiguration
    let key: [UInt8]

    private static let randomByteCount = 10

    func mint(for principal: Principal) -> ObjectID {
        let random = Array(configuration.newIdentifier().bytes.prefix(MintedIdentifier.randomByteCount))
        return join(random, tag(random, principal))
    }

    func isMinted(_ id: ObjectID, for principal: Principal) -> Bool {
        let random = Array(id.bytes.prefix(MintedIdentifier.randomByteCount))
        return id == join(random, tag(random, principal))
    }

    private func tag(_ random: [UInt8], _ principal: Principal) -> [UInt8] {
        let holder =
            switch principal {
            case .person: [UInt8(0)]
            case .app(let identity): [UInt8(1)] + Array(identity.utf8)
            }
        return configuration.tag(key, random + holder)
    }

    private func join(_ random: [UInt8], _ tag: [UInt8]) -> ObjectID {
        let bytes: [UInt8] = random + tag.prefix(ObjectID.byteCount - random.count)
        guard let id = ObjectID(bytes: bytes) else {
            preconditionFailure("the store's keyed hash is too short")
        }
        return id
    }
}
