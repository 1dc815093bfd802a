/// How a CMYK JPEG file encodes its inks.
enum JPEGInks {
    /// Whether 0 means no ink. Photoshop and its followers write 255 for no ink, with Adobe's marker.
    static func arePlain(in source: ByteSource) -> Bool {
        let segments = JPEGSegments(source)
        for segment in segments {
            // Adobe's marker comes before the frame header.
            if segment.marker == 0xEE, segments.bytes(segment)?.hasText("Adobe", at: 0) == true { return false }
            if let frame = segments.frame(segment) { return frame.componentCount == 4 }
        }
        return false
    }
}
