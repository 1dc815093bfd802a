/// What a person sees who comes without a way in.
enum ExplainingPage {
    /// Holds nothing but words of ours.
    static func response(to failure: RequestFailure) -> HTTPResponse {
        let advice =
            failure.status == 403
            ? "A link to this page works once and for a few minutes. Open it again with <code>photos agent --open</code>."
            : "There is nothing to see here."
        let page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Photos</title>
            <h1>\(heading(failure))</h1>
            <p>\(advice)</p>
            </html>

            """
        return HTTPResponse(Array(page.utf8), type: "text/html; charset=utf-8", status: failure.status)
    }

    private static func heading(_ failure: RequestFailure) -> String {
        failure.reason.prefix(1).uppercased() + failure.reason.dropFirst()
    }
}
