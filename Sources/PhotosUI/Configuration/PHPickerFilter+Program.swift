import LibraryModel

extension PHPickerFilter {
    /// The predicate program of the filter.
    var program: PredicateProgram { PredicateProgram(condition.instructions) }
}

extension PHPickerFilter.Condition {
    fileprivate var instructions: [PredicateInstruction] {
        switch self {
        case .kind(let kind):
            [.key("mediaType"), .literal(.integer(Int64(kind.rawValue))), .compare(.equal, [])]
        case .subtype(let subtype):
            [
                .key("mediaSubtypes"), .literal(.integer(Int64(subtype.rawValue))), .bitwiseAnd,
                .literal(.integer(0)), .compare(.notEqual, []),
            ]
        case .burst: [.key("burstIdentifier"), .literal(.null), .compare(.notEqual, [])]
        case .style(let style): Self.condition(style).instructions
        case .any(let parts): Self.combined(parts, .or, ifEmpty: false)
        case .all(let parts): Self.combined(parts, .and, ifEmpty: true)
        case .not(let part): part.instructions + [.not]
        }
    }

    private static func combined(
        _ parts: [PHPickerFilter.Condition],
        _ operation: PredicateInstruction,
        ifEmpty: Bool
    ) -> [PredicateInstruction] {
        guard let first = parts.first else { return [.constant(ifEmpty)] }
        return parts.dropFirst().reduce(into: first.instructions) { instructions, part in
            instructions += part.instructions
            instructions.append(operation)
        }
    }

    /// Like `PHAsset.playbackStyle`.
    private static func condition(_ style: PHAsset.PlaybackStyle) -> PHPickerFilter.Condition {
        let (animated, live) = (Self.subtype(.photoAnimation), Self.subtype(.photoLive))
        return switch style {
        case .image: .all([.kind(.image), .not(animated), .not(live)])
        case .imageAnimated: .all([.kind(.image), animated])
        case .livePhoto: .all([.kind(.image), live, .not(animated)])
        case .video: .kind(.video)
        case .unsupported: .any([.kind(.audio), .kind(.unknown)])
        // The library has no such assets.
        case .videoLooping: .any([])
        }
    }
}
