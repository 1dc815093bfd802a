// The tree of albums and folders: a list beside the photos, or a menu above them where there is no room for a list.

import { get, isCancellation, thumbnailPath } from "./api.js";
import { button, element, iconButton, rove } from "./dom.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { isolated, number } from "./words.js";

/** All albums and folders {node, parents} of a tree, in its order. */
export function flattened(nodes, parents = []) {
    return nodes.flatMap((node) => [
        { node, parents }, ...flattened(node.children ?? [], [...parents, node]),
    ]);
}

/** The titles on the way to an album or folder. */
export function pathOf({ node, parents }) {
    return [...parents, node].map(({ title }) => isolated(title)).join(" / ");
}

/** The name of a place among the entries; "" for all photos. */
function keyOf({ album, shelf, view }) {
    return album ?? (shelf ? `shelf:${shelf}` : view ? `view:${view}` : "");
}

export class AlbumList {
    #choose;
    #views;
    #shelves;
    #edit;
    #order;
    #press;
    #loaded;
    #places = new Map();
    #current = "";
    #request = null;
    /** Folders whose content is not shown. */
    #closed = new Set();
    #albums = [];
    #collections = [];
    #isLoaded = false;

    /**
     * Calls `choose(place)` with the chosen {album}, {shelf} or {view}; {} for all photos. `views` and `shelves`:
     * entries below all photos, [name, title, icon]. `edit(node)`: changes an album or folder. `order()`: puts those of
     * the top level in order. `press(event, node)`:
     * the pointer was pressed on one of the person's own, which are places for what is carried. `foot`: nodes below
     * the list.
     * `loaded()`: the list is there, or has changed.
     */
    constructor(choose, { views = [], shelves = [], edit = null, order = null, press = null, foot = [], loaded = () => {} } = {}) {
        this.#choose = choose;
        this.#views = views;
        this.#shelves = shelves;
        this.#edit = edit;
        this.#order = order;
        this.#press = press;
        this.#loaded = loaded;
        this.list = element("div", { class: "album-list" });
        this.node = element("nav", { class: "albums", "aria-label": localized("Albums") }, this.list, foot);
        this.menu = element("select", {
            class: "album-menu", "aria-label": localized("Album"),
            onchange: () => this.#choose(this.#places.get(this.menu.value) ?? {}),
        });
        this.#fill();
    }

    close() { this.#request?.abort(); }

    /** Marks the current place. */
    show(place) {
        this.#current = keyOf(place);
        this.#mark();
    }

    #mark() {
        this.menu.value = this.#current;
        for (const entry of this.list.querySelectorAll("button[data-album]")) {
            if (entry.dataset.album === this.#current) {
                entry.setAttribute("aria-current", "true");
            } else {
                entry.removeAttribute("aria-current");
            }
        }
    }

    /** The album of the person's with an identifier. */
    album(id) { return this.flat.find(({ node }) => node.id === id)?.node ?? null; }

    /** Whether a place is there, as far as is known. */
    has({ album }) { return !album || !this.#isLoaded || this.#places.has(album); }

    /** What a place is called. */
    title(place) {
        if (place.shelf) return this.#shelves.find(([shelf]) => shelf === place.shelf)?.[1] ?? "";
        if (place.burst) return localized("Burst");
        if (place.areaTitle) return place.areaTitle;
        if (place.view) return this.#views.find(([view]) => view === place.view)?.[1] ?? "";
        if (!place.album) return localized("All Photos");
        return (this.album(place.album) ?? this.#collections.find(({ id }) => id === place.album))?.title
            ?? localized("Album");
    }

    /** The folder that an album or folder is in; null at the top level. */
    parent(node) { return this.flat.find((entry) => entry.node.id === node.id)?.parents.at(-1) ?? null; }

    /** What is in a folder, or at the top level with null. */
    siblings(folder) { return folder === null ? this.#albums : this.album(folder.id)?.children ?? []; }

    /** Whether one is inside another one, or is it. */
    isInside(node, other) {
        const entry = this.flat.find((some) => some.node.id === node.id);
        return node.id === other.id || (entry?.parents.some(({ id }) => id === other.id) ?? false);
    }

    /** All albums and folders {node, parents}, in the order of the list. */
    get flat() { return flattened(this.#albums); }

    async load() {
        this.#request?.abort();
        const request = new AbortController();
        this.#request = request;
        try {
            const { albums, collections } = await get("/api/albums", request.signal);
            this.#albums = albums;
            this.#collections = collections;
        } catch (error) {
            if (isCancellation(error)) return;
            // The photos themselves report the error.
            this.#albums = [];
            this.#collections = [];
            this.#fill();
            return;
        }
        this.#isLoaded = true;
        this.#fill();
        this.#loaded();
    }

    #fill() {
        const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.entry : null;
        this.#places = new Map([["", {}]]);
        this.list.replaceChildren(
            this.#entry({}, localized("All Photos"), null, icon("photos")),
            ...this.#views.map(([view, title, picture]) => this.#entry({ view }, title, null, icon(picture))),
            ...this.#shelves.map(([shelf, title, picture]) => this.#entry({ shelf }, title, null, icon(picture))),
            ...this.#section(localized("Albums"), this.#albums.map((node) => this.#node(node)), {
                "data-node": "",
            }, this.#albums.length > 1 && this.#order !== null ? iconButton(
                icon("sort"), localized("Order of the Albums"), this.#order,
                { class: "icon-button album-edit", "data-entry": "order" }
            ) : null),
            ...this.#section(localized("Collections"), this.#collections.map((node) => this.#node(node)))
        );
        const option = (value, title) => element("option", { value }, title);
        const group = (label, some) => (some.length > 0 ? [element("optgroup", { label }, some)] : []);
        const album = (entry) => option(entry.node.id, `${pathOf(entry)} (${number(entry.node.count)})`);
        this.menu.replaceChildren(
            option("", localized("All Photos")),
            ...this.#views.map(([view, title]) => option(keyOf({ view }), title)),
            ...this.#shelves.map(([shelf, title]) => option(keyOf({ shelf }), title)),
            ...group(localized("Albums"), this.flat.filter(({ node }) => node.children === null).map(album)),
            ...group(localized("Collections"), this.#collections.map((node) => album({ node, parents: [] })))
        );
        this.#mark();
        rove(this.list, "button");
        if (focused !== null) {
            (this.list.querySelector(`[data-entry="${CSS.escape(focused)}"]`)
                ?? this.list.querySelector("[aria-current]"))?.focus();
        }
    }

    #section(title, nodes, attributes = {}, tool = null) {
        return nodes.length === 0 ? [] : [
            element("div", { class: "album-heading" }, element("h2", attributes, title), tool),
            element("ul", { class: "album-tree" }, nodes),
        ];
    }

    #node(node) {
        const isOwn = !this.#collections.includes(node);
        const edit = isOwn && this.#edit !== null ? iconButton(
            icon("more"), localized("Edit {name}", { name: isolated(node.title) }), () => this.#edit(node),
            { class: "icon-button album-edit", "data-entry": `edit:${node.id}` }
        ) : null;
        const place = isOwn ? {
            "data-node": node.id,
            // The browser's own dragging of pictures would end it.
            ondragstart: (event) => event.preventDefault(),
            onpointerdown: (event) => { if (!edit?.contains(event.target)) this.#press?.(event, node); },
        } : {};
        if (node.children === null) {
            const picture = node.key ? element("img", { alt: "", src: thumbnailPath({ id: node.key }), loading: "lazy" })
                : icon("album");
            return element(
                "li", {},
                element("div", { class: "album-line", ...place },
                    this.#entry({ album: node.id }, node.title, node.count, picture), edit)
            );
        }
        const isOpen = !this.#closed.has(node.id);
        const folder = button(
            [icon("folder"), element("span", { class: "album-title", dir: "auto" }, node.title), icon("forward")],
            () => {
                if (isOpen) this.#closed.add(node.id); else this.#closed.delete(node.id);
                this.#fill();
            },
            { class: "album folder", "aria-expanded": String(isOpen), "data-entry": node.id }
        );
        return element(
            "li", {},
            element("div", { class: "album-line", ...place }, folder, edit),
            element("ul", { class: "album-tree", hidden: !isOpen }, node.children.map((child) => this.#node(child)))
        );
    }

    #entry(place, title, count, picture) {
        const key = keyOf(place);
        this.#places.set(key, place);
        return button(
            [picture, element("span", { class: "album-title", dir: "auto" }, title),
                count === null ? null : element("span", { class: "album-count" }, number(count))],
            () => this.#choose(place),
            { class: "album", "data-album": key, "data-entry": key }
        );
    }
}
