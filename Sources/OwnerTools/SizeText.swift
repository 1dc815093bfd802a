/// Sizes and lengths as people read them.
package enum SizeText {
    /// For example `3.4 MB`, in powers of 1000 as cameras and disks count.
    package static func bytes(_ count: Int64) -> String {
        if count < 1000 { return "\(count) B" }
        var value = Double(count)
        var unit = "B"
        for larger in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= 999.95 {
            value /= 1000
            unit = larger
        }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// For example `4032x3024`.
    package static func pixels(_ width: UInt32, _ height: UInt32) -> String { "\(width)x\(height)" }
}
