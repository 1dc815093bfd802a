// The library page: all photos, albums and folders, what is hidden and what was deleted, and what the person does with
// them. The grid, the search and the preview are those of the pickers.

import { PhotoActions } from "./actions.js";
import {
    editCollection, makeCollection, moveCollection, orderCollections, placeCollection,
} from "./albumforms.js";
import { PhotoBrowser } from "./browser.js";
import { Carrying } from "./carrying.js";
import { choose } from "./dialogs.js";
import { download } from "./downloading.js";
import { acceptFiles, chosenFiles, droppedFiles } from "./dropping.js";
import { button, element, iconButton, uniqueID } from "./dom.js";
import { icon } from "./icons.js";
import { Importer, ImportPanel } from "./importing.js";
import { localized } from "./localized.js";
import { MapView } from "./map.js";
import { address, addressedPlace, addressOf, isSamePlace, places } from "./places.js";
import { Selection } from "./selection.js";
import { counted, isolated } from "./words.js";

/** One for the page: an import goes on while other views are shown. */
const importer = new Importer(new ImportPanel());

export class LibraryView {
    title = localized("Photo Library");
    #selection = new Selection();
    #actions = new PhotoActions();
    #browser;
    #place = {};
    #map = null;
    #count = 0;
    #closing = new AbortController();
    /** The dialog that asks whether to show hidden photos, while it is open. */
    #question = null;
    #carrying = new Carrying({
        accepts: (what, place, height) => this.#accepts(what, place, height),
        drop: (what, place, how) => this.#putDown(what, place, how),
    });

    /** Calls `free` when the person is no longer busy. */
    constructor(free) {
        this.bar = new LibraryBar(() => this.node.classList.toggle("shows-albums"), () => this.#actions.undo());
        this.trayTools = element("span", { class: "tray-tools", role: "toolbar", "aria-label": localized("Selected photos") });
        this.#selection.addEventListener("change", () => {
            this.#showTools();
            if (this.#selection.count === 0) free();
        });
        this.#browser = new PhotoBrowser(this.#selection, {
            bar: this.bar,
            criteria: {},
            disabled: new Set(),
            allowsDrag: true,
            carrying: this.#carrying,
            opensOnClick: true,
            suggestsPlaces: true,
            limitNotice: () => "",
            emptyHint: localized("Drop files here to import them."),
            albums: {
                views: [["map", localized("Map"), "map"]],
                shelves: [["hidden", localized("Hidden"), "hidden"], ["deleted", localized("Recently Deleted"), "trash"]],
                loaded: () => this.#albumsChanged(),
                edit: (node) => editCollection(node, this.#browser.albums),
                order: () => orderCollections(),
                press: (event, node) => this.#carrying.press(event, { node }, node.title),
                foot: [
                    element("a", { class: "album", href: "#changes" }, icon("history"), localized("What Changed")),
                    button(localized("New Album…"), () => makeCollection(false, this.#browser.albums.flat), {
                        class: "plain",
                    }),
                    button(localized("New Folder…"), () => makeCollection(true, this.#browser.albums.flat), {
                        class: "plain",
                    }),
                ],
            },
            admits: (place) => this.#admits(place),
            showed: (criteria, count) => this.#showed(criteria, count),
            tools: this.#viewTools(),
            trayTools: this.trayTools,
            previewTools: (item) => this.#previewTools(item),
        });
        this.node = this.#browser.node;
        this.node.classList.add("library");
        this.#acceptFiles();
        this.#showTools();
        this.addressChanged();
    }

    /** The person goes back or forward, or has come by an address. */
    async addressChanged() {
        this.#question?.close();
        const named = addressedPlace();
        // An album may be gone.
        const place = this.#browser.albums.has(named) ? named : {};
        const isShown = isSamePlace(place, this.#place) || await this.#browser.goTo(place);
        // The person may have gone elsewhere meanwhile.
        if (this.#closing.signal.aborted || !isSamePlace(named, addressedPlace())) return;
        const actual = isShown ? place : this.#place;
        if (location.hash !== addressOf(actual)) address(actual, { isNew: false });
    }

    get isBusy() { return this.#selection.count > 0 || document.querySelector("dialog[open]") !== null; }

    focus() { this.#browser.focus(); }

    close() {
        for (const dialog of document.querySelectorAll("dialog.question")) dialog.close();
        this.#closing.abort();
        this.#map?.close();
        this.#browser.close();
    }

    libraryChanged() {
        this.#browser.libraryChanged();
        if (this.#showsMap) this.#map.refresh();
    }

    get #showsMap() { return this.#place.view === "map" && this.#place.area === undefined; }

    /** The map lies over the photos, and stays where it is while one looks at those of a cluster. */
    #showMap() {
        if (this.#showsMap && this.#map === null) {
            this.#map = new MapView(({ area, title }) => {
                this.#browser.goTo({ view: "map", area, areaTitle: title });
                this.#browser.focus();
            });
            this.node.querySelector(".stage").append(this.#map.node);
        } else if (this.#showsMap) {
            this.#map.shownAgain();
        }
        if (this.#map !== null) this.#map.node.hidden = !this.#showsMap;
        this.node.classList.toggle("shows-map", this.#showsMap);
    }

    /** The person's own album that is shown; null for anything else. */
    get #ownAlbum() {
        const { album } = this.#place;
        return album ? this.#browser?.albums.album(album) ?? null : null;
    }

    /**
     * Photos go into albums, albums and folders into folders, or between others; `place`: an identifier, empty for the
     * top level.
     */
    #accepts({ photos, node }, place, height) {
        const { albums } = this.#browser;
        const target = albums.album(place);
        if (photos) return target !== null && target.children === null ? "into" : null;
        const parent = albums.parent(node)?.id ?? "";
        if (target === null) return place === "" && parent !== "" ? "into" : null;
        if (albums.isInside(target, node)) return null;
        // The edges of a folder are beside it, and an album is nothing to put one into.
        const edge = target.children === null ? 0.5 : 0.25;
        if (height >= edge && height <= 1 - edge && target.children !== null) return parent === place ? null : "into";
        return height < edge ? "before" : "after";
    }

    #putDown({ photos, node }, place, how) {
        const { albums } = this.#browser;
        const target = albums.album(place);
        if (photos) {
            this.#actions.putInto(photos, target);
        } else if (how === "into") {
            moveCollection(node, albums.parent(node), target);
        } else {
            const folder = albums.parent(target);
            const others = albums.siblings(folder).filter(({ id }) => id !== node.id);
            const at = others.findIndex(({ id }) => id === place);
            placeCollection(node, albums.parent(node), folder, others[how === "before" ? at : at + 1] ?? null);
        }
    }

    #acceptFiles() {
        const hint = element("div", { class: "drop-hint", hidden: true });
        this.node.querySelector(".stage").append(hint);
        acceptFiles({
            over: (isOver) => {
                const album = this.#ownAlbum;
                hint.textContent = album === null ? localized("Drop files here to import them.")
                    : localized("Drop files here to import them into “{album}”.", { album: isolated(album.title) });
                hint.hidden = !isOver;
            },
            drop: (transfer) => { importer.add(droppedFiles(transfer), this.#ownAlbum); },
            signal: this.#closing.signal,
        });
    }

    /** A button with the browser's own dialog. */
    #importButton() {
        const chooser = element("input", {
            type: "file", multiple: true, hidden: true, "aria-label": localized("Import…"),
            onchange: () => {
                if (chooser.files.length > 0) importer.add(chosenFiles(chooser.files), this.#ownAlbum);
                chooser.value = "";
            },
        });
        const title = localized("Import…");
        return [chooser, iconButton(icon("import"), title, () => chooser.click(), { "data-action": "import" })];
    }

    /** How the photos are shown: by months or days, and how large; and where more come from. */
    #viewTools() {
        const division = element(
            "select", {
                "aria-label": localized("Divided by"),
                onchange: () => this.#browser.divide(division.value === "days"),
            },
            element("option", { value: "months" }, localized("Months")),
            element("option", { value: "days" }, localized("Days"))
        );
        const size = (step, name, picture) => {
            const control = iconButton(icon(picture), name, () => {
                const { grid } = this.#browser;
                grid.resize(step);
                for (const [other, direction] of sizes) {
                    // A disabled button would lose the focus.
                    other.setAttribute("aria-disabled", String(!grid.canResize(direction)));
                }
            }, { "data-size": step });
            return [control, step];
        };
        const sizes = [size(-1, localized("Smaller photos"), "smaller"), size(1, localized("Larger photos"), "larger")];
        return element("span", { class: "view-tools" }, division, sizes.map(([control]) => control), this.#importButton());
    }

    /** Hidden photos are shown only after the person was asked, each time. */
    async #admits(place) {
        if (place.shelf !== "hidden") return true;
        const answer = await choose({
            title: localized("Show hidden photos?"),
            text: localized("Everybody who sees this screen can see them, too."),
            answers: [{ name: "show", title: localized("Show"), class: "primary" }],
            opened: (dialog) => { this.#question = dialog; },
        });
        this.#question = null;
        return answer !== null;
    }

    #showed(criteria, count) {
        const isElsewhere = !isSamePlace(criteria, this.#place);
        if (isElsewhere) this.node.classList.remove("shows-albums");
        this.#place = criteria;
        this.#count = count;
        if (isElsewhere) this.#showMap();
        // One goes back to where one was.
        if (isElsewhere && !isSamePlace(criteria, addressedPlace())) address(criteria, { isNew: true });
        this.#showTitle();
        this.#showTools();
    }

    #showTitle() {
        if (this.#showsMap) {
            this.bar.show(this.#browser.albums.title(this.#place), "");
            return;
        }
        const items = counted(this.#count);
        this.bar.show(this.#browser.albums.title(this.#place), this.#place.shelf === "deleted"
            ? localized("{items}, each for 30 days after it was deleted", { items }) : items);
    }

    /** An album may have another name, or be gone. */
    #albumsChanged() {
        if (this.#browser.albums.has(this.#place)) this.#showTitle(); else this.#browser.goTo({});
    }

    #tool(name, title, picture, action, attributes = {}) {
        return button([icon(picture), element("span", { class: "tool-title" }, title)], action, {
            class: "tool", title, "data-action": name, ...attributes,
        });
    }

    /** What can be done with the selected photos, where the person is. */
    #showTools() {
        const selection = this.#selection;
        const ids = () => selection.ids;
        // What was done with photos that are no longer here ends their selection.
        const leaving = (action) => async () => {
            const some = ids();
            if (await action(some)) selection.remove(some);
        };
        const focused = this.trayTools.contains(document.activeElement) ? document.activeElement.dataset.action : null;
        const { shelf } = this.#place;
        const own = this.#ownAlbum;
        const actions = this.#actions;
        this.trayTools.hidden = selection.count === 0;
        this.trayTools.replaceChildren(...(shelf === "deleted" ? [
            this.#tool("restore", localized("Restore"), "restore", leaving((some) => actions.restore(some))),
            this.#tool("erase", localized("Erase…"), "trash", leaving((some) => actions.erase(some))),
        ] : [
            this.#tool("favorite", localized("Favorite"), "heart", async () => {
                const items = selection.entries().map(([id, item]) => item ?? { id, favorite: false });
                const favorite = items.some((item) => !item.favorite);
                if (!await actions.favorite(items, favorite)) return;
                selection.describe(items.map((item) => [item.id, { ...item, favorite }]));
            }),
            this.#tool("add", localized("Add to Album…"), "album", () => actions.addToAlbum(ids())),
            own ? this.#tool("remove", localized("Remove from Album"), "close", leaving((some) => actions.remove(some, own))) : null,
            this.#tool("edit", localized("Edit…"), "edit", () => actions.edit(ids())),
            this.#tool("download", localized("Download"), "download", () => download(ids())),
            this.#tool(
                "hide", shelf === "hidden" ? localized("Unhide") : localized("Hide"), "hidden",
                leaving((some) => actions.hide(some, shelf !== "hidden"))
            ),
            this.#tool("delete", localized("Delete"), "trash", leaving((some) => actions.delete(some))),
        ]).filter((tool) => tool !== null));
        if (focused === null) return;
        // The tools are gone with the last selected photo: what is done next is done in the grid.
        if (selection.count === 0) this.#browser.focus();
        else this.trayTools.querySelector(`[data-action="${CSS.escape(focused)}"]`)?.focus();
    }

    #previewTools(item) {
        const { shelf } = this.#place;
        const actions = this.#actions;
        const tool = (name, title, picture, action, attributes = {}) => iconButton(icon(picture), title, action, {
            "data-action": name, ...attributes,
        });
        if (shelf === "deleted") {
            return [
                tool("restore", localized("Restore"), "restore", () => actions.restore([item.id])),
                tool("erase", localized("Erase…"), "trash", () => actions.erase([item.id])),
            ];
        }
        const showsBurst = item.burst !== null && !shelf && item.burst !== this.#place.burst;
        return [
            ...(showsBurst ? [
                tool("burst", localized("Show All of the Burst"), "burst", () => this.#browser.lookAt({ burst: item.burst })),
            ] : []),
            tool("favorite", localized("Favorite"), "heart", () => actions.favorite([item], !item.favorite), {
                "aria-pressed": String(item.favorite),
            }),
            tool("add", localized("Add to Album…"), "album", () => actions.addToAlbum([item.id])),
            tool("edit", localized("Edit…"), "edit", () => actions.edit([item.id])),
            tool("download", localized("Download"), "download", () => download([item.id])),
            tool(
                "hide", shelf === "hidden" ? localized("Unhide") : localized("Hide"), "hidden",
                () => actions.hide([item.id], shelf !== "hidden")
            ),
            tool("delete", localized("Delete"), "trash", () => actions.delete([item.id])),
        ];
    }
}

/** The bar of the library: the pages, and what is shown. */
class LibraryBar {
    #undo;

    constructor(showAlbums, undo) {
        this.#undo = undo;
        this.titleID = uniqueID("title");
        this.heading = element("h1", { id: this.titleID, dir: "auto" }, localized("All Photos"));
        this.subtitle = element("p", { class: "bar-subtitle" });
        this.node = element(
            "header", { class: "bar library-bar" },
            places("library"),
            element("div", { class: "bar-title" }, this.heading, this.subtitle),
            button([icon("album"), element("span", { class: "tool-title" }, localized("Albums"))], showAlbums, {
                class: "show-albums", title: localized("Albums"),
            })
        );
    }

    show(title, subtitle) {
        this.heading.textContent = title;
        this.subtitle.textContent = subtitle;
    }

    refresh() {}

    pressed(event, isInField = false) {
        const isUndo = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isInField;
        if (isUndo) this.#undo();
        return isUndo;
    }
}
