package import LibraryModel

/// Persistent history, as far as this view saw it happen.
extension LibraryView {
    /// The token of this moment.
    package func currentToken() throws(LibraryError) -> ChangeToken {
        try read(nil) { try $0.currentToken() }
    }

    /// What happened after a token, the oldest first: a page of whole transactions, going on at `upTo` while `hasMore`.
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

    /// Whether this view sees anything of what a commit's sequences did: if not, it is not told of the commit.
    package func seesAnything(in sequences: ClosedRange<UInt64>) throws(LibraryError) -> Bool {
        try read(nil) { try $0.seesAnything(in: sequences) }
    }

    /// The token after a sequence, as events carry it.
    package func token(after sequence: UInt64) throws(LibraryError) -> ChangeToken {
        try read(nil) { snapshot in
            try snapshot.sight.requireReading()
            return try snapshot.token(at: sequence)
        }
    }
}
