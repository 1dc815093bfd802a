import Synchronization

extension NSItemProvider {
    /// Creates a provider of an object, with all types that it can be written as.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    /// Registers a loader of objects of a class, without data and type in between.
    ///
    /// It takes precedence over reading the class from data.
    package func registerObjectSource<Object: NSItemProviderReading & Sendable>(
        ofClass objectClass: Object.Type,
        loadHandler:
            @escaping @Sendable (any LoadReport, @escaping @Sendable (Result<Object, any Error>) -> Void) -> Progress?
    ) {
        let source = ObjectSource(objectClass: objectClass) { report, complete in
            loadHandler(report) { result in complete(result.map { $0 }) }
        }
        state.withLock { state in
            state.objectSources.removeAll { $0.objectClass == objectClass }
            state.objectSources.append(source)
        }
    }

    func canMakeObject(_ objectClass: any NSItemProviderReading.Type) -> Bool {
        objectSource(objectClass) != nil || readableRepresentation(objectClass) != nil
    }

    func makeObject(
        _ objectClass: any NSItemProviderReading.Type,
        _ handler: @escaping Handler<any NSItemProviderReading>
    ) -> Progress {
        if let source = objectSource(objectClass) {
            return PendingLoad.start(source.load, convert: { $0 }, handler: handler)
        }
        let representation = readableRepresentation(objectClass)
        let reason = "no representation can be read as an object of class \(objectClass)"
        return PendingLoad.start(
            representation?.load ?? Self.failing(.unavailableCoercionError, reason),
            convert: { content in
                try objectClass.object(
                    withItemProviderData: Self.data(content),
                    typeIdentifier: representation?.typeIdentifier ?? ""
                )
            },
            handler: handler
        )
    }

    private func objectSource(_ objectClass: any NSItemProviderReading.Type) -> ObjectSource? {
        state.withLock { $0.objectSources.first { $0.objectClass == objectClass } }
    }

    private func readableRepresentation(_ objectClass: any NSItemProviderReading.Type) -> Representation? {
        let readable = objectClass.readableTypeIdentifiersForItemProvider
        return state.withLock { state in
            state.representations.first { representation in readable.contains { representation.conforms(to: $0) } }
        }
    }
}

// MARK: Values whose classes are of Objective-C on Apple's systems: `String` and `URL`.

extension NSItemProvider {
    /// Returns whether a value of a type can be read from a representation, judging by the types.
    public func canLoadObject<Value: _ObjectiveCBridgeable & SendableMetatype>(ofClass valueType: Value.Type) -> Bool
    where Value._ObjectiveCType: NSItemProviderReading {
        canLoadObject(ofClass: Value._ObjectiveCType.self)
    }

    /// Loads a value from the best representation that its type can be read from.
    @preconcurrency
    @discardableResult
    public func loadObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
        ofClass valueType: Value.Type,
        completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void
    ) -> Progress where Value._ObjectiveCType: NSItemProviderReading {
        loadObject(ofClass: Value._ObjectiveCType.self) { object, error in
            guard let object else { return completionHandler(nil, error) }
            guard let object = object as? Value._ObjectiveCType else {
                let reason = "an object of class \(type(of: object)) was loaded"
                return completionHandler(nil, Self.error(.unexpectedValueClassError, reason))
            }
            completionHandler(Value._unconditionallyBridgeFromObjectiveC(object), nil)
        }
    }

    /// Registers the types that values of a type can be written as. The value is made on demand.
    @preconcurrency
    public func registerObject<Value: _ObjectiveCBridgeable & SendableMetatype>(
        ofClass valueType: Value.Type,
        visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Progress?
    ) where Value._ObjectiveCType: NSItemProviderWriting {
        registerObject(ofClass: Value._ObjectiveCType.self, visibility: visibility) { complete in
            loadHandler { value, error in complete(value?._bridgeToObjectiveC(), error) }
        }
    }
}
