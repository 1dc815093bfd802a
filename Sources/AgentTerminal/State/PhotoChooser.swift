internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import PhotoSearch
internal import PhotosAgent

/// The grid in which the person chooses photos, and what covers it. Without a selection they only look.
struct PhotoChooser {
    enum Outcome: Hashable {
        case goesOn
        case selectionChanged
        case done
        case back
        /// Back, and silence the app.
        case never
    }

    enum Cover {
        case search(TextEntry)
        case albums(LineList, [AlbumChoice])
        /// One photo in large.
        case preview
    }

    private(set) var grid: PhotoGrid
    private(set) var cover: Cover?
    private let isSearchOffered: Bool
    private let areAlbumsOffered: Bool
    /// The text of a search that has not started yet.
    private var typed: String?
    private var waitsForAlbums = false
    /// The last key would have given up a changed selection; a second one does.
    private var wantsToLeave = false

    /// Begins with everything that `picker` offers; without one with the whole library.
    init(_ selection: PhotoSelection, picker: PickerConfiguration? = nil, _ step: inout DialogStep) {
        let query = PhotoQuery(offered: picker?.filter, text: picker?.searchText ?? "")
        grid = PhotoGrid(query, selection)
        isSearchOffered = picker?.offers(.search) ?? true
        areAlbumsOffered = picker?.offers(.collectionNavigation) ?? true
        step.requests.append(.find(query))
    }

    init(looking photos: [ObjectID]) {
        grid = PhotoGrid(looking: photos)
        isSearchOffered = false
        areAlbumsOffered = false
    }

    /// Whether keys are text.
    var isTyping: Bool { if case .search? = cover { true } else { false } }
    /// Whether a search is due once no key comes for a moment.
    var hasTyped: Bool { typed != nil }

    mutating func fit(columns: Int, rows: Int) {
        grid.fit(columns: columns, rows: rows)
        if case .albums(var list, let albums)? = cover {
            list.fit(rows: rows)
            cover = .albums(list, albums)
        }
    }

    // MARK: Keys

    mutating func press(_ key: Key, _ step: inout DialogStep) -> Outcome {
        let leaves = wantsToLeave
        wantsToLeave = false
        switch cover {
        case .search(let entry)?:
            type(key, entry, &step)
            return .goesOn
        case .albums(let list, let albums)?:
            chooseAlbum(key, list, albums, &step)
            return .goesOn
        case .preview?:
            if key.isBack || key == .enter {
                cover = nil
                return .goesOn
            }
        case nil: break
        }
        if grid.move(key) { return .goesOn }
        switch key {
        case .character(" "): return toggle(&step)
        case .enter: if grid.focused != nil, isSettled(&step) { cover = .preview }
        case .character("d"): return finish(&step)
        case .character("c"):
            guard let chosen = grid.selection?.chosen else { return .goesOn }
            grid.selection?.remove(chosen)
            return .selectionChanged
        case .character("l"): return turn(.location, &step)
        case .character("k"): return turn(.captions, &step)
        case .character("s"): grid.turnSelected()
        case .character("/"):
            if isSearchOffered {
                cover = .search(TextEntry(grid.wanted.text))
            } else {
                step.message = localized("No search here.")
            }
        case .character("a"):
            guard areAlbumsOffered else {
                step.message = localized("No albums here.")
                break
            }
            waitsForAlbums = true
            step.requests.append(.albums)
        case .tab: turnKind(forward: true, &step)
        case .backTab: turnKind(forward: false, &step)
        case .character("N"): return .never
        default: if key.isBack { return leave(leaves, &step) }
        }
        return .goesOn
    }

    /// Goes back; a selection that the person has changed is given up only by a second key.
    private mutating func leave(_ isConfirmed: Bool, _ step: inout DialogStep) -> Outcome {
        guard !isConfirmed, let selection = grid.selection, selection.isChanged else { return .back }
        wantsToLeave = true
        step.message = localized("esc again drops the selection; d is done with it.")
        return .goesOn
    }

    /// Removes metadata from what is picked.
    private mutating func turn(_ part: MetadataRemoval, _ step: inout DialogStep) -> Outcome {
        guard let message = grid.selection?.turn(part) else { return .goesOn }
        step.message = message
        return .selectionChanged
    }

    /// Whether the grid shows the result of the current search: else a key may be meant for another photo.
    private func isSettled(_ step: inout DialogStep) -> Bool {
        if !grid.isSearching || grid.showsSelected { return true }
        step.message = localized("Still searching.")
        return false
    }

    private mutating func toggle(_ step: inout DialogStep) -> Outcome {
        guard let asset = grid.focused, grid.selection != nil, isSettled(&step) else { return .goesOn }
        guard grid.selection?.toggle(asset) == .done else {
            step.message = localized("No more than {limit} can be selected.", ["limit": grid.selection?.limit ?? 0])
            return .goesOn
        }
        return .selectionChanged
    }

    private func finish(_ step: inout DialogStep) -> Outcome {
        guard let selection = grid.selection else { return .back }
        if selection.isAnswer { return .done }
        step.message =
            selection.count > selection.limit
            ? localized("At most {limit} can be selected.", ["limit": selection.limit])
            : localized("Nothing is selected: space selects, esc cancels.")
        return .goesOn
    }

    private mutating func type(_ key: Key, _ entry: TextEntry, _ step: inout DialogStep) {
        var entry = entry
        switch key {
        case .enter:
            cover = nil
            pause(&step)
        case .escape:
            cover = nil
            typed = ""
            pause(&step)
        default:
            guard entry.take(key) else { return }
            cover = .search(entry)
            typed = entry.text
        }
    }

    /// Starts the search for what was typed.
    mutating func pause(_ step: inout DialogStep) {
        guard let text = typed else { return }
        typed = nil
        guard text != grid.wanted.text else { return }
        find(&step) { $0.text = text }
    }

    private mutating func chooseAlbum(
        _ key: Key,
        _ list: LineList,
        _ albums: [AlbumChoice],
        _ step: inout DialogStep
    ) {
        var list = list
        if list.move(key) {
            cover = .albums(list, albums)
        } else if key == .enter {
            cover = nil
            let album = list.focus == 0 ? nil : albums[list.focus - 1]
            find(&step) { $0.look(in: album) }
        } else if key.isBack {
            cover = nil
        }
    }

    /// Changes the search, and starts it.
    private mutating func find(_ step: inout DialogStep, _ change: (inout PhotoQuery) -> Void) {
        grid.want(change)
        askAgain(&step)
    }

    private mutating func turnKind(forward: Bool, _ step: inout DialogStep) {
        grid.wantKind(forward: forward)
        askAgain(&step)
    }

    // MARK: Events

    /// Repeats the search if its result is missing: another chooser's search may have replaced it.
    func askAgain(_ step: inout DialogStep) {
        if grid.isSearching { step.requests.append(.find(grid.wanted)) }
    }

    /// The app has changed its picker.
    mutating func apply(_ update: PickerUpdate, _ step: inout DialogStep) {
        grid.selection?.apply(update)
        guard let text = update.searchText else { return }
        typed = nil
        if isTyping { cover = .search(TextEntry(text)) }
        find(&step) { $0.text = text }
    }

    mutating func take(_ event: DialogEvent, _ step: inout DialogStep) {
        switch event {
        case .found(let query, .success(let found)): grid.take(query, found)
        case .found(let query, .failure(let failure)): if grid.fail(query) { step.message = failure.reason }
        case .albums(let outcome):
            guard waitsForAlbums else { return }
            waitsForAlbums = false
            switch outcome {
            case .failure(let failure): step.message = failure.reason
            case .success(let albums):
                // The person has gone on to something else.
                guard cover == nil else { return }
                let lines = albums.map { "\($0.title)  (\($0.count))" }
                cover = .albums(LineList([localized("Everything")] + lines), albums)
            }
        case .feed(.server(isConnected: true)): askAgain(&step)
        default: break
        }
    }
}

extension Key {
    /// Whether the key leads back.
    var isBack: Bool { self == .escape || self == .character("q") }
}
