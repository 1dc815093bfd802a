// The cells of a grid: their content, their pictures, and how a selected one looks.

import { get, thumbnailPath } from "./api.js";
import { element, uniqueID } from "./dom.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { thumbnails } from "./thumbnails.js";
import { firstTime } from "./timing.js";
import { duration, inRow, isolated, itemTitle, number } from "./words.js";

/** Names that are kept. */
const maximumNames = 2_000;

export class GridCells {
    /** By index. */
    #cells = new Map();
    #selection;
    #prefix = uniqueID("photo");
    #whenSettled;
    /** What photos are called, by their ids; null while it is not known. */
    #names = new Map();

    /** Calls `whenSettled` when a picture was loaded or failed. */
    constructor(selection, whenSettled) {
        this.#selection = selection;
        this.#whenSettled = whenSettled;
    }

    at(index) { return this.#cells.get(index); }

    /** Makes a row of cells. `item` returns the item at an index, if it has been fetched. */
    row(row, { count, isOnScreen, item }) {
        const node = element("div", { class: "grid-row", role: "presentation" });
        for (let index = row.first; index < row.first + row.count; index += 1) {
            const cell = this.#cell(index, count);
            cell.isOnScreen = isOnScreen;
            this.#cells.set(index, cell);
            node.append(cell.node);
            const known = item(index);
            if (known) this.#fill(cell, known);
        }
        return node;
    }

    /** Removes a row. */
    drop(node) {
        for (const child of node.querySelectorAll(".cell")) {
            const index = Number(child.dataset.index);
            thumbnails.giveUp(this.#cells.get(index).image);
            this.#cells.delete(index);
        }
        node.remove();
    }

    /** Loads pictures of rows on the screen first. */
    setOnScreen(row, isOnScreen) {
        for (let index = row.first; index < row.first + row.count; index += 1) {
            const cell = this.#cells.get(index);
            if (cell.isOnScreen === isOnScreen) continue;
            cell.isOnScreen = isOnScreen;
            thumbnails.setUrgent(cell.image, isOnScreen);
        }
    }

    /** Items of a range have been fetched. */
    fill(from, to, item) {
        for (const cell of this.#cells.values()) {
            if (cell.item !== null || cell.index < from || cell.index >= to) continue;
            const known = item(cell.index);
            if (known) this.#fill(cell, known);
        }
    }

    /** How complete the cells on the screen are. */
    get onScreen() {
        const cells = [...this.#cells.values()].filter((cell) => cell.isOnScreen);
        return {
            hasCells: cells.length > 0,
            hasItems: cells.every((cell) => cell.item !== null),
            isSettled: cells.every((cell) => cell.isSettled),
        };
    }

    /** Gives photos their own names, by which those of one day can be told apart when they are read aloud. */
    async name(from, to) {
        const unnamed = [];
        for (let index = from; index < to; index += 1) {
            const id = this.#cells.get(index)?.item?.id;
            if (id !== undefined && !this.#names.has(id)) unnamed.push(id);
        }
        if (unnamed.length === 0) return;
        if (this.#names.size > maximumNames) this.#names.clear();
        // Asked for once.
        for (const id of unnamed) this.#names.set(id, null);
        try {
            const { names } = await get(`/api/names?ids=${unnamed.join(",")}`);
            unnamed.forEach((id, index) => this.#names.set(id, names[index]));
        } catch {
            // They keep the names by their dates.
            return;
        }
        this.refreshSelection();
    }

    /** Shows the selection. */
    refreshSelection() {
        for (const cell of this.#cells.values()) if (cell.item !== null) this.#mark(cell);
    }

    #cell(index, count) {
        const image = element("img", { alt: "", decoding: "async", draggable: "false" });
        const node = element(
            "div",
            {
                class: "cell", role: "option", id: `${this.#prefix}-${index}`, "data-index": index,
                "aria-setsize": count, "aria-posinset": index + 1, "aria-selected": "false",
                "aria-label": localized("Loading"),
            },
            image
        );
        return { index, node, image, item: null, isSettled: false, isOnScreen: false, mark: null };
    }

    #fill(cell, item) {
        cell.item = item;
        const { node, image } = cell;
        const badges = element("span", { class: "badges" });
        if (item.favorite) badges.append(icon("heart"));
        if (item.burst !== null) badges.append(icon("burst"));
        if (item.kind === "livePhoto") badges.append(icon("live"));
        if (item.kind === "video") badges.append(element("span", { class: "length" }, duration(item.duration ?? 0)));
        cell.mark = element("span", { class: "mark" });
        node.append(badges, cell.mark, element("span", { class: "enlarge", title: localized("Enlarge") }, icon("expand")));
        this.#mark(cell);
        thumbnails.load(image, thumbnailPath(item), {
            isUrgent: cell.isOnScreen,
            whenDone: (isGood) => {
                node.classList.add(isGood ? "loaded" : "failed");
                if (!isGood) image.replaceWith(element("span", { class: "no-picture" }, icon("missing")));
                cell.isSettled = true;
                if (isGood) firstTime("first-thumbnail");
                this.#whenSettled();
            },
        });
    }

    #mark(cell) {
        const { node, item, mark } = cell;
        const isSelected = this.#selection.has(item.id);
        node.setAttribute("aria-selected", isSelected);
        const place = isSelected && this.#selection.isOrdered ? this.#selection.number(item.id) : null;
        const name = this.#names.get(item.id) ?? null;
        const title = name === null ? itemTitle(item) : inRow(isolated(name), itemTitle(item));
        node.setAttribute("aria-label", place === null ? title : `${place}: ${title}`);
        if (place !== null) {
            mark.textContent = number(place);
        } else if (isSelected !== (mark.firstChild instanceof SVGElement)) {
            mark.replaceChildren(...(isSelected ? [icon("check")] : []));
        }
    }
}
