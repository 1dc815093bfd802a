/// English in what the tools say to a person in another script.
enum EnglishText {
    /// Two words or more in a row. Commands, paths, and what is quoted are the same in every language.
    static func phrases(in text: String) -> [String] {
        text.replacing(#/photos(?:-agent)?(?: (?:[a-z]+|URL|--[a-z]+))+|"[^"]*"|[!-~]*[\/\d:][!-~]*/#, with: "|")
            .matches(of: #/[A-Za-z']{2,}(?: [a-z']{2,})+/#).map { String($0.output) }
    }
}
