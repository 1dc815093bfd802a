internal import Languages

/// What of the page's files depends on the person's language, which is the first of the browser's that the tools speak.
enum PageLanguage {
    /// The module that has all that the page says.
    static var script: HTTPResponse {
        let language = Language.current
        // JSON is JavaScript, too.
        let head = "export const language = \"\(language.tag)\";\nexport const phrases = "
        return response(
            Array(head.utf8) + language.catalogue + Array(";\n".utf8),
            type: "text/javascript; charset=utf-8"
        )
    }

    /// The document, with its language, what it says where scripts are not allowed, and its files in a folder.
    static func document(_ bytes: [UInt8], type: String, filesIn folder: String) -> HTTPResponse {
        let page = String(decoding: bytes, as: UTF8.self)
            .replacing("<html lang=\"en\">", with: "<html \(attributes)>", maxReplacements: 1)
            .replacing("href=\"/", with: "href=\"\(folder)/")
            .replacing("src=\"/", with: "src=\"\(folder)/")
            .replacing("<!-- noscript -->", with: withoutScripts, maxReplacements: 1)
        return response(Array(page.utf8), type: type)
    }

    /// Of the element `html`.
    static var attributes: String { "lang=\"\(Language.current.tag)\" dir=\"\(Language.current.direction)\"" }

    private static var withoutScripts: String {
        localized(
            "This page asks for your answers with JavaScript. Without it, use {command} in a terminal.",
            ["command": "<code>photos privacy</code>"]
        )
    }

    private static func response(_ bytes: [UInt8], type: String) -> HTTPResponse {
        var response = HTTPResponse(bytes, type: type)
        response.headers.append(("Vary", "Accept-Language"))
        return response
    }
}
