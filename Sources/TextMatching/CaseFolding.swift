/// One scalar that stands for both cases of a letter.
enum CaseFolding {
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar }
        // The dotless i is a letter of its own, though it has the i's upper case.
        if scalar.value == 0x131 { return scalar }
        return lower(upper(scalar))
    }

    /// A scalar and its other cases.
    static func variants(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        [scalar, folded(scalar), lower(scalar), upper(scalar)]
    }

    private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        single(scalar.properties.lowercaseMapping) ?? scalar
    }

    private static func upper(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        single(scalar.properties.uppercaseMapping) ?? scalar
    }

    /// Nil for a mapping to several scalars, as of ß to SS.
    private static func single(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
