extension Schema {
    /// What came of an app's asking for access (`AccessRequest`). Of apps that were seen before this was kept, those
    /// that were decided about were answered; of the others those that were given nothing in pickers are taken to have
    /// asked.
    static let accessRequests = """
        ALTER TABLE app ADD COLUMN access_request INTEGER NOT NULL DEFAULT 0;
        UPDATE app SET access_request =
            CASE WHEN read_write <> 0 OR add_only <> 0 THEN 2 WHEN picked_count = 0 THEN 1 ELSE 0 END;
        """
}
