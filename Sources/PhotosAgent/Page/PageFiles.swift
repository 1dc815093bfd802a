internal import CAgentPage

/// The files of the page, which are part of the program.
enum PageFiles {
    /// What is served at a path; nil when nothing is.
    static func response(at path: String) -> HTTPResponse? {
        switch path {
        case "/": HTTPResponse(unsafe bytes { unsafe cagentpage_index($0) }, type: "text/html; charset=utf-8")
        case "/agent.css": HTTPResponse(unsafe bytes { unsafe cagentpage_style($0) }, type: "text/css; charset=utf-8")
        case "/agent.js":
            HTTPResponse(unsafe bytes { unsafe cagentpage_script($0) }, type: "text/javascript; charset=utf-8")
        case "/icon.svg": HTTPResponse(unsafe bytes { unsafe cagentpage_icon($0) }, type: "image/svg+xml")
        default: nil
        }
    }

    private static func bytes(_ file: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> [UInt8] {
        var count = 0
        let start = unsafe file(&count)
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
}
