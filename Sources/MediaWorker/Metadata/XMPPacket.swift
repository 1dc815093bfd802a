internal import CExempiLibrary
internal import LibraryModel

/// The properties of an XMP packet or sidecar file, parsed by exempi (Adobe's XMP Toolkit).
///
/// Paths use the prefixes that are registered here, whatever prefixes the packet uses: `xmp:Rating`, `dc:subject[1]`,
/// `mwg-rs:Regions/mwg-rs:RegionList[2]/mwg-rs:Name`.
struct XMPPacket {
    /// The longest packet in bytes. Cameras write some 10,000, sidecars of long edits some 100,000.
    static let maximumSize = 2 << 20
    /// The most properties, as exempi counts them.
    private static let maximumProperties = 40_000
    /// The longest value in bytes. Longer ones are images and private data of editors.
    private static let maximumValueSize = 64 << 10

    private var values: [String: String] = [:]

    /// Nil for invalid XMP, or more than any program writes.
    init?(_ bytes: [UInt8]) {
        var text = bytes[...]
        // Some writers pad with zeros instead of blanks.
        while let last = text.last, last == 0 || last == 0x0A || last == 0x0D || last == 0x20 { text.removeLast() }
        guard !text.isEmpty, text.count <= XMPPacket.maximumSize, XMLShape(text).isModest,
            let packet = ExempiPacket(Array(text))
        else { return nil }
        let iterator = ExempiIterator(packet)
        for _ in 0..<XMPPacket.maximumProperties {
            guard let (path, value) = iterator.next() else { break }
            if value.utf8.count <= XMPPacket.maximumValueSize { values[path] = value }
        }
    }

    /// A simple property; nil when it is missing or empty.
    func text(_ path: String) -> String? {
        guard let value = values[path], !value.isEmpty else { return nil }
        return value
    }

    /// The first existing one of alternative properties.
    func text(_ paths: String...) -> String? { paths.lazy.compactMap { text($0) }.first }

    /// The items of an array in order, or a simple property that should have been an array.
    func items(_ path: String) -> [String] {
        var items: [String] = []
        while let item = values["\(path)[\(items.count + 1)]"] { items.append(item) }
        return items.isEmpty ? text(path).map { [$0] } ?? [] : items
    }

    /// Whether a structure has any field.
    func contains(below path: String) -> Bool { values.keys.contains { $0.hasPrefix(path) } }

    /// The text for the default language, otherwise the first.
    func localized(_ path: String) -> String? {
        let texts = items(path)
        let everyone = texts.indices.first { values["\(path)[\($0 + 1)]/?xml:lang"] == "x-default" }
        return everyone.map { texts[$0] } ?? texts.first
    }

    // MARK: The library

    /// The registered prefixes. Other namespaces get the packet's prefix.
    private static let namespaces: [(uri: String, prefix: String)] = [
        ("http://www.metadataworkinggroup.com/schemas/regions/", "mwg-rs"),
        ("http://ns.adobe.com/xmp/sType/Area#", "stArea"),
        ("http://ns.microsoft.com/photo/1.0/", "MicrosoftPhoto"),
        ("http://ns.microsoft.com/photo/1.2/", "MP"),
        ("http://ns.microsoft.com/photo/1.2/t/RegionInfo#", "MPRI"),
        ("http://ns.microsoft.com/photo/1.2/t/Region#", "MPReg"),
        ("http://www.digikam.org/ns/1.0/", "digiKam"),
        ("http://ns.adobe.com/lightroom/1.0/", "lr"),
        ("http://cipa.jp/exif/1.0/", "exifEX"),
        ("http://ns.adobe.com/exif/1.0/aux/", "aux"),
        ("http://ns.google.com/photos/1.0/camera/", "GCamera"),
        ("http://ns.google.com/photos/1.0/container/", "Container"),
        ("http://ns.google.com/photos/1.0/container/item/", "Item"),
        ("http://openphotokit.org/ns/library/1.0/", "photolibrary"),
    ]

    /// Initializes the library, once per process and before any file is read, because it searches for plug-ins.
    static let isReady: Bool = {
        guard xmp_init() else { return false }
        return namespaces.allSatisfy { namespace in
            guard let prefix = ExempiText() else { return false }
            return unsafe xmp_register_namespace(namespace.uri, namespace.prefix, prefix.pointer)
                && prefix.string == namespace.prefix + ":"
        }
    }()
}

/// A packet's tree in exempi's memory.
@safe
private struct ExempiPacket: ~Copyable {
    fileprivate let pointer: OpaquePointer

    init?(_ bytes: [UInt8]) {
        guard XMPPacket.isReady else { return nil }
        let packet = unsafe bytes.withUnsafeBytes { buffer in
            unsafe xmp_new(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard let packet = unsafe packet else { return nil }
        unsafe pointer = packet
    }

    deinit { _ = unsafe xmp_free(pointer) }
}

/// Iterates over the leaves of a packet's tree. Must not outlive the packet.
@safe
private struct ExempiIterator: ~Copyable {
    private let pointer: OpaquePointer?
    private let schema: ExempiText?
    private let path: ExempiText?
    private let value: ExempiText?

    init(_ packet: borrowing ExempiPacket) {
        unsafe pointer = xmp_iterator_new(packet.pointer, nil, nil, XMP_ITER_JUSTLEAFNODES)
        schema = ExempiText()
        path = ExempiText()
        value = ExempiText()
    }

    deinit {
        if let pointer = unsafe pointer { _ = unsafe xmp_iterator_free(pointer) }
    }

    func next() -> (path: String, value: String)? {
        guard let pointer = unsafe pointer, let schema, let path, let value else { return nil }
        var options: UInt32 = 0
        guard unsafe xmp_iterator_next(pointer, schema.pointer, path.pointer, value.pointer, &options) else {
            return nil
        }
        return (path.string, value.string)
    }
}

/// A string in exempi's memory.
@safe
private final class ExempiText {
    let pointer: OpaquePointer

    init?() {
        guard let text = unsafe xmp_string_new() else { return nil }
        unsafe pointer = text
    }

    deinit { unsafe xmp_string_free(pointer) }

    var string: String {
        guard let start = unsafe xmp_string_cstr(pointer) else { return "" }
        return unsafe String(
            decoding: UnsafeRawBufferPointer(start: start, count: xmp_string_len(pointer)),
            as: UTF8.self
        )
    }
}
