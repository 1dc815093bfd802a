// Files that a person gives to a page.

private struct FindElement: DevToolsCommand {
    struct Reply: Decodable {
        struct Result: Decodable { var objectId: String? }
        var result: Result
    }

    static let method = "Runtime.evaluate"
    var expression: String
}

private struct SetFiles: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "DOM.setFileInputFiles"
    var files: [String]
    var objectId: String
}

private struct DispatchDrag: DevToolsCommand {
    struct Data: Encodable {
        var items: [String] = []
        var files: [String]
        /// Copying.
        var dragOperationsMask = 1
    }

    typealias Reply = Ignored
    static let method = "Input.dispatchDragEvent"
    var type: String
    var x: Double
    var y: Double
    var data: Data
}

extension Page {
    /// Chooses files in the dialog of a control, which is not shown.
    package func choose(_ paths: [String], in selector: String) async throws {
        let found = try await call(FindElement(expression: "document.querySelector(\(literal(selector)))"))
        guard let object = found.result.objectId else { throw DevToolsError(description: "no \(selector)") }
        _ = try await call(SetFiles(files: paths, objectId: object))
    }

    /// Holds files over an element, as if they came from another program.
    package func hold(files paths: [String], over selector: String) async throws {
        try await drag(["dragEnter", "dragOver"], paths, selector)
    }

    package func drop(files paths: [String], on selector: String) async throws {
        try await run("addEventListener('drop', () => { globalThis.hasDropped = true; }, true);")
        try await run("globalThis.hasDropped = false")
        // DevTools does not deliver every drop.
        for _ in 0..<5 {
            try await drag(["dragEnter", "dragOver", "drop"], paths, selector)
            if try await value(of: "globalThis.hasDropped") { return }
        }
        throw DevToolsError(description: "nothing was dropped on \(selector)")
    }

    private func drag(_ types: [String], _ paths: [String], _ selector: String) async throws {
        let point = try await middle(of: selector)
        for type in types {
            _ = try await call(DispatchDrag(type: type, x: point.x, y: point.y, data: .init(files: paths)))
            // What the page answers to one counts for the next.
            let frame = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))"
            let _: Bool = try await value(of: frame)
        }
    }
}
