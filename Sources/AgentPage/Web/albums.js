// The albums: a list beside the photos, or a menu above them where there is no room for a list.

import { get, isCancellation, thumbnailPath } from "./api.js";
import { button, element, rove } from "./dom.js";
import { icon } from "./icons.js";
import { isolated, number } from "./words.js";

export class AlbumList {
    #choose;
    #current;
    #request = null;

    /** Calls `choose(id)` with the chosen album; undefined for all photos. */
    constructor(choose) {
        this.#choose = choose;
        this.node = element("nav", { class: "albums", "aria-label": "Albums" });
        this.menu = element("select", {
            class: "album-menu", "aria-label": "Album", onchange: () => this.#choose(this.menu.value || undefined),
        });
        this.#fill([]);
    }

    close() { this.#request?.abort(); }

    /** Marks the current album. */
    show(id) {
        this.#current = id;
        this.menu.value = id ?? "";
        for (const entry of this.node.querySelectorAll("button")) {
            if (entry.dataset.album === (id ?? "")) {
                entry.setAttribute("aria-current", "true");
            } else {
                entry.removeAttribute("aria-current");
            }
        }
    }

    async load() {
        this.#request?.abort();
        const request = new AbortController();
        this.#request = request;
        try {
            this.#fill((await get("/api/albums", request.signal)).albums);
        } catch (error) {
            // The photos themselves report the error.
            if (!isCancellation(error)) this.#fill([]);
        }
    }

    #fill(albums) {
        const own = albums.filter((album) => !album.isSmart);
        const smart = albums.filter((album) => album.isSmart && album.count > 0);
        const hasFocus = this.node.contains(document.activeElement);
        this.node.replaceChildren(
            this.#entry("", "All Photos", null, icon("photos")),
            ...this.#section("Albums", own), ...this.#section("Collections", smart)
        );
        const option = (album) => element("option", { value: album.id }, `${isolated(album.title)} (${number(album.count)})`);
        const group = (label, some) => (some.length > 0 ? [element("optgroup", { label }, some.map(option))] : []);
        this.menu.replaceChildren(
            element("option", { value: "" }, "All Photos"), ...group("Albums", own), ...group("Collections", smart)
        );
        this.show(this.#current);
        rove(this.node, "button");
        if (hasFocus) this.node.querySelector("[aria-current]")?.focus();
    }

    #section(title, albums) {
        if (albums.length === 0) return [];
        return [element("h2", {}, title), ...albums.map((album) => this.#entry(
            album.id, album.title, album.count,
            album.key ? element("img", { alt: "", src: thumbnailPath({ id: album.key }), loading: "lazy" })
                : icon("album")
        ))];
    }

    #entry(id, title, count, picture) {
        return button(
            [picture, element("span", { class: "album-title", dir: "auto" }, title),
                count === null ? null : element("span", { class: "album-count" }, number(count))],
            () => this.#choose(id || undefined),
            { class: "album", "data-album": id }
        );
    }
}
