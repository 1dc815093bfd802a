// How the person selects photos in a grid: one by one, in ranges, by dragging, and all of them.

import { announce, notify } from "./dom.js";
import { localized } from "./localized.js";

export class Selecting {
    #selection;
    #options;
    #grid;
    /** The start of a range. */
    #anchor = null;
    #dragged = null;

    /** `options` as of the photo browser: picksAtOnce, confirm(), limitNotice(). */
    constructor(selection, options, grid) {
        this.#selection = selection;
        this.#options = options;
        this.#grid = grid;
        /** Whether dragging selects or deselects. */
        this.drag = {
            begin: (index) => this.#beginDrag(index),
            reach: (from, to) => this.#reach(from, to),
            end: () => { this.#dragged = null; },
        };
    }

    /** The grid shows other photos. */
    forgetAnchor() { this.#anchor = null; }

    async toggle(index, extends_) {
        const item = await this.#itemAt(index);
        if (!item) return;
        const selection = this.#selection;
        if (extends_ && this.#anchor !== null && !this.#options.picksAtOnce) {
            await this.#range(this.#anchor, index, selection.entries(), true);
            return;
        }
        this.#anchor = index;
        if (selection.has(item.id)) {
            selection.remove([item.id]);
        } else if (this.#options.picksAtOnce) {
            selection.replace([[item.id, item]]);
            this.#options.confirm();
            return;
        } else if (!selection.add(item)) {
            if (selection.limit === 1) {
                selection.replace([[item.id, item]]);
            } else {
                notify(this.#options.limitNotice());
                return;
            }
        }
        if (selection.count > 0) announce(localized("{count} selected", { count: selection.count }));
    }

    all() {
        if (this.#options.picksAtOnce) return;
        this.#range(0, this.#grid.source.count - 1, this.#selection.entries(), true);
    }

    none() {
        this.#selection.remove(this.#selection.ids);
        announce(localized("Nothing selected"));
    }

    async #itemAt(index) {
        try {
            return this.#grid.source.item(index) ?? (await this.#grid.source.range(index, index + 1))[0];
        } catch (error) {
            notify(error.message);
            return undefined;
        }
    }

    #beginDrag(index) {
        const item = this.#grid.source.item(index);
        if (!item) return;
        this.#dragged = { base: this.#selection.entries(), isAdding: !this.#selection.has(item.id) };
        this.#anchor = index;
    }

    #reach(from, to) {
        const dragged = this.#dragged;
        if (!dragged) return;
        const isCurrent = () => this.#dragged === dragged && dragged.to === to;
        this.#range(from, to, dragged.base, dragged.isAdding, isCurrent);
        dragged.to = to;
    }

    async #range(from, to, base, isAdding, isCurrent = () => true) {
        let found;
        try {
            found = await this.#grid.source.range(Math.min(from, to), Math.max(from, to) + 1);
        } catch (error) {
            notify(error.message);
            return;
        }
        if (!isCurrent()) return;
        if (to < from) found.reverse();
        const entries = new Map(base);
        for (const item of found) {
            if (!isAdding) entries.delete(item.id);
            else if (!entries.has(item.id)) entries.set(item.id, item);
        }
        if (!this.#selection.replace(entries)) {
            notify(this.#options.limitNotice());
            return;
        }
        announce(localized("{count} selected", { count: this.#selection.count }));
    }
}
