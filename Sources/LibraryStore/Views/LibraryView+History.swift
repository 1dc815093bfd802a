package import LibraryModel
package import LinuxSystem

/// Persistent history: the changes that were visible to the principal when they happened.
extension LibraryView {
    /// Returns the token of the current state.
    package func currentToken(cancellation: Cancellation? = nil) throws(LibraryError) -> ChangeToken {
        try read(cancellation) { try $0.currentToken() }
    }

    /// Returns a page of the filtered changes after a token: whole transactions, oldest first. While it `hasMore`, the
    /// next page follows `next`. A page covers a bounded part of the history, so a filtered one may be empty.
    ///
    /// Throws `tokenExpired` with the cause in its details: library, epoch, visibility, age, or future.
    package func history(
        since token: ChangeToken,
        matching filter: HistoryFilter = HistoryFilter(),
        maximumChanges: Int = HistoryPage.maximumChanges,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> HistoryPage {
        try read(cancellation) { snapshot in
            try snapshot.history(
                since: token,
                matching: filter,
                maximumChanges: maximumChanges,
                store.historyTail
            )
        }
    }

    /// Returns the token of the current state, and whether there are visible changes since `told`, the observer's last
    /// token; nil for an observer that could not read then. A reset of the visible objects counts as a change.
    package func checkForChanges(since told: ChangeToken?) throws(LibraryError) -> (now: ChangeToken, hasChanges: Bool)
    {
        try read(nil) { snapshot in
            let now = try snapshot.currentToken()
            guard let told, told.visibilityEpoch == now.visibilityEpoch else { return (now, true) }
            return (now, try snapshot.hasChanges(since: told, now: now))
        }
    }
}
