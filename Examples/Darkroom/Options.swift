/// The command line.
struct Options: Equatable {
    enum Edit: Equatable {
        case develop(Filter)
        case revert
    }

    var identifiers: [String] = []
    /// Nil to leave the pictures unchanged.
    var edit: Edit?
    var marksAsFavorite = false

    static let usage = """
        usage: Darkroom ID... [--monochrome | --sepia | --revert] [--favorite]

          --monochrome  develop in black and white (unless something else is asked)
          --sepia       develop in brown tones
          --revert      take the edit back
          --favorite    mark as favourites; alone, without developing
        """

    init(_ arguments: [String]) throws(UsageError) {
        for argument in arguments {
            switch argument {
            case "--monochrome": try choose(.develop(.monochrome))
            case "--sepia": try choose(.develop(.sepia))
            case "--revert": try choose(.revert)
            case "--favorite": marksAsFavorite = true
            case _ where argument.hasPrefix("-"): throw UsageError(message: "what is \(argument)?")
            default: identifiers.append(argument)
            }
        }
        guard !identifiers.isEmpty else { throw UsageError(message: "which photos?") }
        if edit == nil, !marksAsFavorite { edit = .develop(.monochrome) }
    }

    private mutating func choose(_ edit: Edit) throws(UsageError) {
        guard self.edit == nil || self.edit == edit else {
            throw UsageError(message: "only one of --monochrome, --sepia and --revert")
        }
        self.edit = edit
    }
}

/// An invalid command line.
struct UsageError: Error, Equatable {
    var message: String
}
