internal import Languages

/// The page for a browser without a session: it says how to get one.
enum ExplainingPage {
    /// Files that it needs and that are served without a session. Nothing in them is secret.
    static let files: Set<String> = ["/agent.css", "/icon.svg"]

    /// Contains no text from outside.
    static func response(to failure: RequestFailure) -> HTTPResponse {
        let page = """
            <!doctype html>
            <html \(PageLanguage.attributes)>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(localized("Photos"))</title>
            <link rel="icon" href="/icon.svg">
            <link rel="stylesheet" href="/agent.css">
            </head>
            <body>
            <main class="page page-centered">
            <section class="sheet">
            <img class="sheet-picture" src="/icon.svg" alt="">
            <h1>\(sentence(failure.reason))</h1>
            \(advice(failure))
            </section>
            </main>
            </body>
            </html>

            """
        return HTTPResponse(Array(page.utf8), type: "text/html; charset=utf-8", status: failure.status)
    }

    private static func advice(_ failure: RequestFailure) -> String {
        guard failure.status == 403 else { return "<p class=\"sheet-text\">\(localized("There is no such page."))</p>" }
        let way = localized(
            "A link to your photos’ page works once, and for a few minutes. For a new one, enter this in a terminal:"
        )
        return """
            <p class="sheet-text">\(way)</p>
            <p class="command"><code>photos agent --open</code></p>
            <p class="sheet-text">\(localized("A window that already has the page open keeps working."))</p>
            """
    }

    /// A reason that begins a line.
    static func sentence(_ reason: String) -> String { reason.prefix(1).uppercased() + reason.dropFirst() }
}
