package import LibraryModel
package import LinuxSystem

/// Persistent history, as far as this view saw it happen.
extension LibraryView {
    /// The token of this moment.
    package func currentToken(cancellation: Cancellation? = nil) throws(LibraryError) -> ChangeToken {
        try read(cancellation) { try $0.currentToken() }
    }

    /// What happened after a token, the oldest first: a page of whole transactions, going on at `next` while `hasMore`.
    /// `tokenExpired` tells the cause in its details: library, epoch, visibility, age, or future.
    ///
    /// With a filter, only what it lets through. A page ends after a bounded stretch of history even when it is empty.
    package func history(
        since token: ChangeToken,
        matching filter: HistoryFilter = HistoryFilter(),
        maximumChanges: Int = HistoryPage.maximumChanges,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> HistoryPage {
        try read(cancellation) { snapshot in
            try snapshot.history(since: token, matching: filter, maximumChanges: maximumChanges)
        }
    }

    /// The token of this moment, and whether this view saw anything happen since `told`, the last that its holder
    /// knows; nil when it saw nothing then. What it sees being reset is news.
    package func news(since told: ChangeToken?) throws(LibraryError) -> (now: ChangeToken, isNews: Bool) {
        try read(nil) { snapshot in
            let now = try snapshot.currentToken()
            guard let told, told.visibilityEpoch == now.visibilityEpoch else { return (now, true) }
            return (now, try snapshot.isNews(since: told, now: now))
        }
    }
}
