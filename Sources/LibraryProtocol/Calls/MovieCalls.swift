package import LibraryModel

// Movies' files, which workers read for apps.

/// Reads the tracks of a movie's file, which comes with the call, open for reading.
package struct DescribeMovieCall: EmptyCall {
    package static let rules = CallRules.call(39, needs: .adding, .long, .none)
    package typealias Reply = MovieDescription

    package init() {}
}
