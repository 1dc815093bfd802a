import Languages
import OwnerTools
import PhotoImport

extension ImportPlan {
    /// Adds what another program's database names.
    mutating func add(_ catalog: PhotoCatalog) {
        let found = CatalogFiles(catalog)
        let count = found.groups.reduce(0) { $0 + $1.files.count }
        var parts = [CountText.files(count), CountText.albums(found.groups.count { !$0.titles.isEmpty })]
        if !found.failures.isEmpty { parts.append(localized("{count} missing", ["count": found.failures.count])) }
        if catalog.hiddenEdits > 0 {
            let values: KeyValuePairs<String, any CustomStringConvertible> =
                ["count": catalog.hiddenEdits, "program": catalog.program]
            parts.append(localized("{count} edits that only {program} can show", values))
        }
        add(found.groups, found.failures, line: "\(catalog.program): " + parts.listed)
    }
}
