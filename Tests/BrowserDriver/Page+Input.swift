// What a person does.
extension Page {
    package func resize(_ width: Int, _ height: Int) async throws {
        _ = try await call(SetDeviceMetrics(width: width, height: height))
        try await wait(for: "innerWidth === \(width)")
    }

    package enum Scheme: String { case light, dark }

    /// Movement is reduced, so that pictures of the page are of its end.
    package func show(_ scheme: Scheme) async throws {
        _ = try await call(
            SetMedia(features: [
                .init(name: "prefers-color-scheme", value: scheme.rawValue),
                .init(name: "prefers-reduced-motion", value: "reduce"),
            ])
        )
    }

    func goOffline(_ isOffline: Bool) async throws { _ = try await call(SetOffline(offline: isOffline)) }

    struct Point: Decodable {
        var x: Double
        var y: Double
    }

    /// Waits as a person does who looks before they do something.
    private func read() async throws {
        try await wait(for: "!document.documentElement.classList.contains('is-unread')")
    }

    /// The middle of an element, which must be there, visible and uncovered.
    func middle(of selector: String) async throws -> Point {
        try await wait(
            for: """
                (() => {
                    const node = document.querySelector(\(literal(selector)));
                    if (node.matches(':disabled')) return false;
                    const bounds = node.getBoundingClientRect();
                    if (bounds.top < 0 || bounds.bottom > innerHeight) node.scrollIntoView({ block: 'nearest' });
                    const now = node.getBoundingClientRect();
                    // What moves is not to be hit yet.
                    const place = [now.x, now.y, now.width, now.height].join();
                    const isAtRest = node.lastPlace === place;
                    node.lastPlace = place;
                    if (!isAtRest) return false;
                    const top = document.elementFromPoint(now.x + now.width / 2, now.y + now.height / 2);
                    return node.contains(top) || (node.closest('label') && node.closest('label').contains(top));
                })()
                """
        )
        return try await value(
            of: """
                (() => {
                    const bounds = document.querySelector(\(literal(selector))).getBoundingClientRect();
                    return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
                })()
                """
        )
    }

    package func click(_ selector: String, _ modifiers: Modifiers = []) async throws {
        let point = try await middle(of: selector)
        try await read()
        try await click(at: point, modifiers)
    }

    /// Clicks at once, whatever is there.
    package func clickHastily(x: Double, y: Double) async throws { try await click(at: Point(x: x, y: y), []) }

    private func click(at point: Point, _ modifiers: Modifiers) async throws {
        try await mouse("mouseMoved", point, buttons: 0, modifiers)
        try await mouse("mousePressed", point, buttons: 1, modifiers)
        try await mouse("mouseReleased", point, buttons: 0, modifiers)
    }

    /// Presses on one element, moves over others, and lets go on the last.
    package func drag(over selectors: [String]) async throws {
        var points: [Point] = []
        for selector in selectors { points.append(try await middle(of: selector)) }
        try await read()
        try await mouse("mouseMoved", points[0], buttons: 0, [])
        try await mouse("mousePressed", points[0], buttons: 1, [])
        for point in points.dropFirst() { try await mouse("mouseMoved", point, buttons: 1, []) }
        try await mouse("mouseReleased", points[points.count - 1], buttons: 0, [])
    }

    private func mouse(_ type: String, _ point: Point, buttons: Int, _ modifiers: Modifiers) async throws {
        _ = try await call(
            DispatchMouse(
                type: type,
                x: point.x,
                y: point.y,
                button: type == "mouseMoved" && buttons == 0 ? "none" : "left",
                buttons: buttons,
                clickCount: type == "mouseMoved" ? 0 : 1,
                modifiers: modifiers.rawValue
            )
        )
    }

    /// Touches an element and keeps the finger there until `condition` holds.
    package func holdFinger(on selector: String, until condition: String) async throws {
        let point = try await middle(of: selector)
        try await read()
        _ = try await call(DispatchTouch(type: "touchStart", touchPoints: [.init(x: point.x, y: point.y)]))
        try await wait(for: condition)
        _ = try await call(DispatchTouch(type: "touchEnd", touchPoints: []))
    }

    /// Draws a finger over an element, by so many pixels from its middle.
    package func swipe(over selector: String, across: Double, down: Double) async throws {
        let point = try await middle(of: selector)
        try await read()
        for step in 0...4 {
            let share = Double(step) / 4
            let place = DispatchTouch.Point(x: point.x + across * share, y: point.y + down * share)
            _ = try await call(DispatchTouch(type: step == 0 ? "touchStart" : "touchMove", touchPoints: [place]))
        }
        _ = try await call(DispatchTouch(type: "touchEnd", touchPoints: []))
    }

    /// Puts two fingers on an element, and moves them apart to three times their distance.
    package func spreadFingers(on selector: String) async throws {
        let point = try await middle(of: selector)
        try await read()
        func fingers(_ distance: Double) -> [DispatchTouch.Point] {
            [
                .init(x: point.x - distance / 2, y: point.y, id: 0),
                .init(x: point.x + distance / 2, y: point.y, id: 1),
            ]
        }
        _ = try await call(DispatchTouch(type: "touchStart", touchPoints: fingers(20)))
        for distance in stride(from: 30.0, through: 60, by: 10) {
            _ = try await call(DispatchTouch(type: "touchMove", touchPoints: fingers(distance)))
        }
        _ = try await call(DispatchTouch(type: "touchEnd", touchPoints: []))
    }

    /// Turns the wheel over an element, by pixels: away from the person if negative.
    package func turnWheel(_ pixels: Double, over selector: String) async throws {
        let point = try await middle(of: selector)
        try await read()
        _ = try await call(DispatchWheel(x: point.x, y: point.y, deltaY: pixels))
    }

    package struct Modifiers: OptionSet {
        package var rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let control = Modifiers(rawValue: 2)
        package static let shift = Modifiers(rawValue: 8)
    }

    package enum Key: String {
        case tab = "Tab"
        case enter = "Enter"
        case escape = "Escape"
        case space = " "
        case left = "ArrowLeft"
        case up = "ArrowUp"
        case right = "ArrowRight"
        case down = "ArrowDown"
        case home = "Home"
        case end = "End"
        case pageUp = "PageUp"
        case pageDown = "PageDown"
        case plus = "+"
        case a
        case z

        var code: Int {
            switch self {
            case .tab: 9
            case .enter: 13
            case .escape: 27
            case .space: 32
            case .pageUp: 33
            case .pageDown: 34
            case .end: 35
            case .home: 36
            case .left: 37
            case .up: 38
            case .right: 39
            case .down: 40
            case .plus: 187
            case .a: 65
            case .z: 90
            }
        }

        var text: String? {
            switch self {
            case .enter: "\r"
            case .space: " "
            default: nil
            }
        }
    }

    package func press(_ key: Key, _ modifiers: Modifiers = [], times: Int = 1) async throws {
        try await read()
        try await pressHastily(key, modifiers, times: times)
    }

    /// Presses at once, whatever is there.
    package func pressHastily(_ key: Key, _ modifiers: Modifiers = [], times: Int = 1) async throws {
        for _ in 0..<times {
            let text = modifiers.contains(.control) ? nil : key.text
            let name = key == .a ? "KeyA" : key == .space ? "Space" : key == .plus ? "Equal" : key.rawValue
            _ = try await call(
                DispatchKey(
                    type: text == nil ? "rawKeyDown" : "keyDown",
                    key: key.rawValue,
                    code: name,
                    windowsVirtualKeyCode: key.code,
                    modifiers: modifiers.rawValue,
                    text: text
                )
            )
            _ = try await call(
                DispatchKey(
                    type: "keyUp",
                    key: key.rawValue,
                    code: name,
                    windowsVirtualKeyCode: key.code,
                    modifiers: modifiers.rawValue
                )
            )
        }
    }

    /// Types into what has the focus.
    package func type(_ text: String) async throws { _ = try await call(InsertText(text: text)) }

    /// Goes from control to control until one that matches has the focus.
    package func tab(to selector: String, _ file: String = #fileID, _ line: Int = #line) async throws {
        for _ in 0..<60 {
            let isThere: Bool = try await value(of: "document.activeElement.matches(\(literal(selector)))")
            if isThere { return }
            try await press(.tab)
        }
        throw DevToolsError(description: "\(file):\(line): the Tab key does not reach \(selector)")
    }
}
