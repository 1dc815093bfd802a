/// SQL that fills a fresh library's database with assets that have no files, for tests and benchmarks of large ones.
///
/// It goes around the store, so the server must not have the file open. History gets a transaction for every
/// `assetsPerTransaction` assets, as an import would make it.
package struct ScratchLibrary: Sendable {
    package var assetCount: Int
    package var assetsPerTransaction = 1_000

    package init(assetCount: Int) {
        self.assetCount = assetCount
    }

    /// One transaction of statements, divided by semicolons. Dates go from 2010 on, shuffled a little within ten days;
    /// one in ten is a video, one in 20 a favourite, one in 50 a screenshot, two of three have a place.
    package var script: String {
        """
        BEGIN IMMEDIATE;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(assetCount))
        INSERT INTO asset (id, shelf, traits, is_favorite, media_kind, media_subtypes, pixel_width, pixel_height,
            duration, creation_date, modification_date, added_date, rating, latitude, longitude, altitude,
            capture_offset, capture_source, camera_make, camera_model)
        SELECT randomblob(16), 0, CASE WHEN i % 3 THEN 48 ELSE 16 END, i % 20 = 0, 1 + (i % 10 = 0),
            CASE WHEN i % 50 = 7 THEN 4 ELSE 0 END, 4032, 3024, CASE WHEN i % 10 THEN 0 ELSE 12.5 END,
            1262304000000000 + i * 480000000 + (i * 7919 % 1800) * 480000000, 1262304000000000 + i * 480000000,
            1700000000000000 + i, 0, CASE WHEN i % 3 THEN 47.0 + i % 1000 * 0.001 END,
            CASE WHEN i % 3 THEN 11.0 + i % 777 * 0.001 END, NULL, 3600, 2, 'Scratch', 'One' FROM n;
        INSERT INTO resource (asset, kind, filename, content_type, size, digest, path, pixel_width, pixel_height)
        SELECT row, media_kind, printf('IMG_%07d.JPG', row), 'image/jpeg', 3000000, randomblob(32),
            printf('originals/%07d.jpg', row), pixel_width, pixel_height FROM asset;
        INSERT INTO change (row, sequence, object_kind, change_kind, fields, object, object_row, owner_fields)
        SELECT row, 1 + (row - 1) / \(assetsPerTransaction), 1, 1, 0, id, row, 0 FROM asset;
        INSERT INTO change_transaction (sequence, time, first_change, change_count)
        SELECT sequence, 1700000000000000, min(row), count(*) FROM change GROUP BY sequence;
        COMMIT;
        """
    }
}
