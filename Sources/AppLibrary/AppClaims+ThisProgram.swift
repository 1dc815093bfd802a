internal import Foundation
internal import LibraryClient

extension AppClaims {
    /// The claims in the program's Info.plist, under Apple's keys.
    ///
    /// The file is `Info.plist` beside the program, or in the folder `PROGRAM.resources` beside it. One that names
    /// another program under `CFBundleExecutable` is not this one's.
    static var ofThisProgram: AppClaims {
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return AppClaims() }
        return AppClaims(ofProgram: program)
    }

    init(ofProgram program: URL) {
        self.init()
        let folder = program.deletingLastPathComponent()
        let name = program.lastPathComponent
        for file in ["Info.plist", "\(name).resources/Info.plist"] {
            guard let properties = Self.properties(folder.appendingPathComponent(file)) else { continue }
            let executable = properties["CFBundleExecutable"] as? String
            if executable == nil || executable == name { add(properties) }
        }
    }

    /// Returns nil without a readable file: claims are optional.
    private static func properties(_ file: URL) -> [String: Any]? {
        do {
            let data = try Data(contentsOf: file)
            return try unsafe PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        } catch {
            return nil
        }
    }

    /// Adds the claims that are still missing.
    private mutating func add(_ properties: [String: Any]) {
        func text(_ key: String) -> String? {
            guard let text = properties[key] as? String, !text.isEmpty else { return nil }
            return text
        }
        name = name ?? text("CFBundleDisplayName") ?? text("CFBundleName")
        usageDescription = usageDescription ?? text("NSPhotoLibraryUsageDescription")
        addUsageDescription = addUsageDescription ?? text("NSPhotoLibraryAddUsageDescription")
        if let prevents = properties["PHPhotoLibraryPreventAutomaticLimitedAccessAlert"] as? Bool {
            preventsAutomaticQuestion = prevents
        }
    }
}
