// The commands that the tests use, as the DevTools protocol spells them.

struct CloseBrowser: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Browser.close"
}

struct CreateContext: DevToolsCommand {
    struct Reply: Decodable { var browserContextId: String }
    static let method = "Target.createBrowserContext"
}

struct DisposeContext: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Target.disposeBrowserContext"
    var browserContextId: String
}

struct CreateTarget: DevToolsCommand {
    struct Reply: Decodable { var targetId: String }
    static let method = "Target.createTarget"
    var url = "about:blank"
    var browserContextId: String
}

struct AttachToTarget: DevToolsCommand {
    struct Reply: Decodable { var sessionId: String }
    static let method = "Target.attachToTarget"
    var targetId: String
    var flatten = true
}

struct EnablePage: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Page.enable"
}

struct EnableRuntime: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Runtime.enable"
}

struct EnableNetwork: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Network.enable"
}

struct EnableLog: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Log.enable"
}

struct Navigate: DevToolsCommand {
    struct Reply: Decodable { var errorText: String? }
    static let method = "Page.navigate"
    var url: String
}

struct Reload: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Page.reload"
}

struct CaptureScreenshot: DevToolsCommand {
    struct Reply: Decodable { var data: String }
    static let method = "Page.captureScreenshot"
    var format = "png"
}

struct SetDeviceMetrics: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Emulation.setDeviceMetricsOverride"
    var width: Int
    var height: Int
    var deviceScaleFactor = 1
    var mobile = false
}

struct SetMedia: DevToolsCommand {
    struct Feature: Encodable {
        var name: String
        var value: String
    }

    typealias Reply = Ignored
    static let method = "Emulation.setEmulatedMedia"
    var features: [Feature]
}

struct SetUserAgent: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Emulation.setUserAgentOverride"
    var userAgent: String
    var acceptLanguage: String
}

struct SetOffline: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Network.emulateNetworkConditions"
    var offline: Bool
    var latency = 0
    var downloadThroughput = -1
    var uploadThroughput = -1
}

struct Evaluate<Value: Decodable>: DevToolsCommand {
    struct Reply: Decodable {
        struct Result: Decodable { var value: Value? }
        struct Exception: Decodable {
            struct Thrown: Decodable { var description: String? }
            var text: String
            var exception: Thrown?
        }

        var result: Result
        var exceptionDetails: Exception?
    }

    static var method: String { "Runtime.evaluate" }
    var expression: String
    var awaitPromise = true
    var returnByValue = true
}

struct DispatchMouse: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Input.dispatchMouseEvent"
    var type: String
    var x: Double
    var y: Double
    var button = "left"
    var buttons = 0
    var clickCount = 0
    var modifiers = 0
}

struct DispatchWheel: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Input.dispatchMouseEvent"
    var type = "mouseWheel"
    var x: Double
    var y: Double
    var deltaX = 0
    var deltaY: Double
}

struct DispatchTouch: DevToolsCommand {
    struct Point: Encodable {
        var x: Double
        var y: Double
        /// The finger.
        var id = 0
    }

    typealias Reply = Ignored
    static let method = "Input.dispatchTouchEvent"
    var type: String
    var touchPoints: [Point]
}

struct DispatchKey: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Input.dispatchKeyEvent"
    var type: String
    var key: String
    var code: String
    var windowsVirtualKeyCode: Int
    var modifiers = 0
    var text: String?
}

struct InsertText: DevToolsCommand {
    typealias Reply = Ignored
    static let method = "Input.insertText"
    var text: String
}
