// The photo browser: search, albums, kinds, the grid and its selection. The library, pickers and limited selections
// differ only in their options.

import { AlbumList } from "./albums.js";
import { goneOf, isCancellation, items, post, thumbnailPath } from "./api.js";
import { shown } from "./attention.js";
import { PickerBar } from "./bar.js";
import { announce, button, element, notify } from "./dom.js";
import { GridPointer } from "./dragging.js";
import { PhotoGrid } from "./grid.js";
import { icon } from "./icons.js";
import { KindChips } from "./kinds.js";
import { localized } from "./localized.js";
import { placeIn } from "./places.js";
import { Preview, selectTitle } from "./preview.js";
import { Scrubber } from "./scrubber.js";
import { Selecting } from "./selecting.js";
import { ListSource, QuerySource } from "./source.js";
import { Suggestions } from "./suggestions.js";
import { begin } from "./timing.js";
import { counted } from "./words.js";

/** Thumbnails of the selection at the foot. */
const trayThumbnails = 6;
/** Milliseconds in which changes of the library are coalesced. */
const changePause = 300;

export class PhotoBrowser {
    #selection;
    #options;
    #criteria;
    #query;
    #preview = null;
    #selecting;
    #showsSelected = false;
    #changeTimer = 0;
    #requests = new AbortController();
    #isChecking = false;
    /** Whether the library has changed since the check of the selection began. */
    #needsCheck = false;
    #trayHeight = null;

    /**
     * `options`: criteria (of every query), disabled (a set of capabilities), allowsDrag, tools (a node), searchText,
     * and, for a picker, those of its bar, picksAtOnce and limitNotice.
     *
     * For the library: bar (in place of a picker's), opensOnClick, suggestsPlaces, albums (options of the list),
     * carrying (of selected photos, as a Carrying), admits(place), which may refuse to show a place,
     * showed(criteria, count), emptyHint (how photos come into a library without any), trayTools (a node) and
     * previewTools (of the preview). What a place shows beside photos, its {view}, is up to `showed`.
     */
    constructor(selection, options) {
        this.#selection = selection;
        this.#options = options;
        this.#criteria = options.searchText ? { text: options.searchText } : {};
        this.#query = new QuerySource({ ...options.criteria, ...this.#criteria });
        this.#query.addEventListener("failure", ({ detail }) => this.#failed(detail));
        this.#query.addEventListener("change", () => this.#answered());
        this.grid = new PhotoGrid({ source: this.#query, selection, label: localized("Photos") });
        this.albums = options.disabled.has("collectionNavigation") ? null
            : new AlbumList((place) => this.goTo(place), options.albums);
        this.bar = options.bar ?? new PickerBar(options);
        this.#selecting = new Selecting(selection, options, this.grid);
        this.node = this.#build();
        this.grid.addEventListener("toggle", ({ detail }) => this.#selecting.toggle(detail.index, detail.extend));
        this.grid.addEventListener("open", ({ detail }) => this.#open(detail.index));
        this.grid.addEventListener("all", () => this.#selecting.all());
        new GridPointer(this.grid, {
            click: (index, extend, isMark) => {
                this.grid.activate(index, { reveals: false });
                const opens = options.opensOnClick === true && selection.count === 0 && !extend && !isMark;
                if (opens) this.#open(index); else this.#selecting.toggle(index, extend);
            },
            open: (index) => this.#open(index),
            hold: (index) => (options.opensOnClick ? this.#selecting.toggle(index, false) : this.#open(index)),
            drag: options.allowsDrag ? this.#selecting.drag : null,
            carry: (index, event) => this.#carry(index, event),
        });
        selection.addEventListener("change", () => this.refresh());
        this.refresh();
        // Counting the kinds takes longer than finding the photos, and would hold them up.
        this.#query.ask().then(() => this.#offerKinds()).then(() => this.#prepareSearch());
        this.albums?.load();
        this.#describeSelection();
        shown();
    }

    focus() { this.grid.scroller.focus(); }

    close() {
        this.#preview?.close();
        clearTimeout(this.#changeTimer);
        this.#requests.abort();
        this.#trayHeight?.disconnect();
        document.documentElement.style.removeProperty("--tray-height");
        this.albums?.close();
        this.chips.close();
        this.suggestions?.close();
        this.#query.close();
        this.grid.close();
    }

    #build() {
        this.empty = element("div", { class: "empty", hidden: true });
        const scrubber = new Scrubber(this.grid);
        return element(
            "section",
            {
                class: "browser", role: this.#options.bar ? "region" : "dialog", "aria-labelledby": this.bar.titleID,
                onkeydown: (event) => this.#key(event),
            },
            this.bar.node,
            this.#buildTools(),
            this.suggestions?.node,
            element(
                "div", { class: "browser-body" },
                this.albums?.node,
                element("div", { class: "stage" }, this.grid.node, scrubber.node, this.empty)
            ),
            this.#buildTray()
        );
    }

    #buildTools() {
        const { disabled, searchText } = this.#options;
        if (!disabled.has("search")) {
            this.search = element("input", {
                type: "search", placeholder: localized("Search"), "aria-label": localized("Search"), autocomplete: "off", spellcheck: "false",
                value: searchText ?? "", enterkeyhint: "search", oninput: () => this.#searched(),
            });
            if (this.#options.suggestsPlaces) this.suggestions = new Suggestions((place) => this.lookAt(place));
        }
        this.chips = new KindChips((kind) => this.#filter(kind));
        return element(
            "div", { class: "tools" },
            this.search ? element("label", { class: "search" }, icon("search"), this.search) : null,
            this.albums?.menu, this.chips.node, this.#options.tools
        );
    }

    #buildTray() {
        if (this.#options.disabled.has("stagingArea") || this.#options.picksAtOnce) return null;
        this.strip = element("span", { class: "tray-strip", "aria-hidden": "true" });
        this.trayButton = button("", () => this.#showSelected(!this.#showsSelected), {
            class: "plain tray-show", "aria-pressed": "false",
        });
        // Notices are above the tray, which may have several rows.
        this.#trayHeight = new ResizeObserver(([{ target }]) => {
            document.documentElement.style.setProperty("--tray-height", `${target.offsetHeight}px`);
        });
        this.clear = button(localized("Deselect All"), () => {
            this.#selecting.none();
            this.focus();
        }, { class: "plain" });
        const tray = element(
            "footer", { class: "tray" }, this.strip, this.trayButton, this.clear, this.#options.trayTools
        );
        this.#trayHeight.observe(tray);
        return tray;
    }

    // Searching

    async #prepareSearch() {
        if (!this.search || this.#requests.signal.aborted) return;
        try {
            await post("/api/search/prepare", {}, this.#requests.signal);
        } catch {
            // The search itself reports the error.
        }
    }

    #searched() {
        begin("search");
        const text = this.search.value.trim();
        // What is found is shown as photos, not behind the map.
        const { view, area } = this.#criteria;
        const isBehind = view !== undefined && area === undefined && text !== "";
        this.#ask({ ...this.#criteria, view: isBehind ? undefined : view, text: text === "" ? undefined : text });
        this.suggestions?.offer(text);
    }

    /** Shows the photos of a place, such as a town instead of what has its name, whatever was searched for. */
    lookAt(place) {
        this.search.value = "";
        this.suggestions.offer("");
        this.#criteria = { ...this.#criteria, text: undefined, kind: place.burst ? undefined : this.#criteria.kind };
        this.goTo(place);
        this.focus();
    }

    /** The app has changed the text of the search field. */
    searchFor(text) {
        if (!this.search || this.search.value === text) return;
        this.search.value = text;
        this.#searched();
    }

    /** Divides the photos by days, or by months. */
    divide(byDay) { this.#ask({ ...this.#criteria, byDay: byDay || undefined }); }

    #filter(kind) {
        this.#ask({ ...this.#criteria, kind: this.#criteria.kind === kind ? undefined : kind });
    }

    /** The kinds of photos where the person is, whatever they search for there. */
    #offerKinds() {
        if (this.#requests.signal.aborted) return undefined;
        return this.chips.load({ ...this.#options.criteria, ...this.#criteria, text: undefined });
    }

    /** Shows an album, or what is kept apart. Returns false when that was not admitted, or this is closed. */
    async goTo(place) {
        if (this.#options.admits && !await this.#options.admits(place)) {
            this.albums.show(this.#criteria);
            return false;
        }
        if (this.#requests.signal.aborted) return false;
        this.#preview?.close();
        if (this.#options.opensOnClick) this.#selection.remove(this.#selection.ids);
        this.#ask({ ...this.#criteria, ...placeIn(place) });
        this.#offerKinds();
        return true;
    }

    #ask(criteria) {
        this.#criteria = criteria;
        this.chips.show(criteria.kind);
        this.albums?.show(criteria);
        this.#selecting.forgetAnchor();
        this.#setShowsSelected(false);
        if (this.grid.source !== this.#query) this.grid.source = this.#query;
        this.grid.startOver();
        this.#query.ask({ ...this.#options.criteria, ...criteria }).then(() => {
            // A view tells itself what is in it.
            if (criteria !== this.#criteria || (criteria.view && !criteria.area)) return;
            announce(this.#query.count > 0 ? counted(this.#query.count) : this.empty.textContent);
        });
    }

    #answered() {
        this.#options.showed?.(this.#criteria, this.#query.count);
        if (this.#showsSelected) return;
        const { text, kind, album, shelf, area, country, burst } = this.#criteria;
        const isPart = kind || album || shelf || area || country || burst;
        this.empty.hidden = this.#query.count > 0;
        this.empty.replaceChildren(
            icon(text ? "search" : "photos"),
            element("p", {}, text ? localized("No results for “{text}”", { text })
                : isPart ? localized("Nothing here") : localized("No photos")),
            // Who has no photos yet is told how to get some.
            ...(isPart || text || !this.#options.emptyHint ? [] : [element("p", {}, this.#options.emptyHint)])
        );
    }

    #failed(error) {
        this.empty.hidden = false;
        this.empty.replaceChildren(
            icon("warning"), element("p", {}, localized("The photos cannot be loaded: {reason}", { reason: error.message })),
            button(localized("Try Again"), () => this.#query.ask())
        );
        announce(this.empty.textContent);
    }

    /** The library has changed. */
    libraryChanged() {
        clearTimeout(this.#changeTimer);
        this.#changeTimer = setTimeout(async () => {
            this.#offerKinds();
            const criteria = this.#criteria;
            const albums = this.albums?.load();
            // An album that is shown may be gone; then the list goes elsewhere.
            if (criteria.album) await albums;
            if (criteria === this.#criteria && !this.#requests.signal.aborted) this.#query.ask();
            this.#checkSelection();
        }, changePause);
    }

    // The selection

    /** Fetches the items of the preselected photos. */
    async #describeSelection() {
        const unknown = this.#selection.ids.filter((id) => this.#selection.item(id) === null);
        if (unknown.length === 0) return;
        try {
            const found = await items(unknown, this.#requests.signal);
            this.#selection.describe(unknown.map((id, index) => [id, found[index] ?? null]));
            this.refresh();
        } catch (error) {
            if (!isCancellation(error)) notify(error.message);
        }
    }

    /**
     * Drops what was deleted or erased, and in Recently Deleted what was restored or erased: whatever is done with the
     * selection would fail because of it. One check at a time, however often the library changes.
     */
    async #checkSelection() {
        this.#needsCheck = true;
        if (this.#isChecking) return;
        this.#isChecking = true;
        try {
            while (this.#needsCheck) {
                this.#needsCheck = false;
                const isDeleted = this.#criteria.shelf === "deleted";
                const gone = await goneOf(this.#selection.ids, isDeleted, this.#requests.signal);
                if (isDeleted === (this.#criteria.shelf === "deleted")) this.#selection.remove(gone);
                else this.#needsCheck = true;
            }
        } catch {
            // The photos themselves report the error.
        }
        this.#isChecking = false;
    }

    /** A press on a selected photo is one on all of them. */
    #carry(index, event) {
        const { carrying } = this.#options;
        const item = this.grid.source.item(index);
        if (!carrying || event.pointerType !== "mouse" || !item || !this.#selection.has(item.id)) return false;
        carrying.press(event, { photos: this.#selection.ids }, counted(this.#selection.count));
        return true;
    }

    #setShowsSelected(shows) {
        this.#showsSelected = shows;
        this.node.classList.toggle("shows-selected", shows);
        this.trayButton?.setAttribute("aria-pressed", String(shows));
    }

    async #showSelected(shows) {
        this.#selecting.forgetAnchor();
        this.#setShowsSelected(shows);
        if (shows) {
            await this.#describeSelection();
            if (!this.#showsSelected) return;
            this.empty.hidden = true;
            this.grid.source = new ListSource(
                this.#selection.entries().map(([, item]) => item).filter((item) => item !== null)
            );
        } else {
            this.grid.source = this.#query;
            this.#answered();
        }
        this.refresh();
    }

    /** Shows the selection, and updates the controls. */
    refresh() {
        const { count } = this.#selection;
        this.bar.refresh(count);
        this.grid.refreshSelection();
        this.#preview?.refresh();
        if (!this.trayButton) return;
        this.node.classList.toggle("has-selection", count > 0);
        this.trayButton.disabled = count === 0 && !this.#showsSelected;
        this.trayButton.textContent = this.#showsSelected ? localized("Show All Photos")
            : count === 0 ? localized("Nothing selected") : localized("Show Selected ({count})", { count });
        this.clear.hidden = count === 0;
        const known = this.#selection.entries().map(([, item]) => item).filter((item) => item !== null);
        this.strip.replaceChildren(...known.slice(-trayThumbnails).map((item) => element(
            "img", { alt: "", src: thumbnailPath(item) }
        )));
    }

    #open(index) {
        const source = this.grid.source;
        this.#preview = new Preview({
            source, index,
            isSelected: (item) => this.#selection.has(item.id),
            toggle: (at) => this.#selecting.toggle(at, false),
            selectTitle: this.#options.picksAtOnce ? () => localized("Choose") : selectTitle,
            tools: this.#options.previewTools,
            downloads: this.#options.opensOnClick,
            pressed: this.#options.opensOnClick ? (event) => this.bar.pressed(event) : undefined,
            closed: (at) => {
                this.#preview = null;
                this.focus();
                if (this.grid.source === source) this.grid.activate(at);
            },
        });
    }

    #key(event) {
        if (event.defaultPrevented || this.#preview !== null) return;
        const isInField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
        if (event.key === "Escape") {
            if (event.target === this.search && this.search.value !== "") {
                this.search.value = "";
                this.#searched();
            } else if (this.#showsSelected) {
                this.#showSelected(false);
            } else if (this.#options.opensOnClick && this.#selection.count > 0) {
                this.#selecting.none();
            } else if (!this.bar.pressed(event)) {
                return;
            }
        } else if (event.key === "/" && this.search && !isInField) {
            this.search.focus();
        } else if (event.key === "ArrowDown" && event.target === this.search) {
            this.focus();
        } else if (!this.bar.pressed(event, isInField)) {
            return;
        }
        event.preventDefault();
    }
}
