// The selected items, in the order of selection.

export class Selection extends EventTarget {
    /** Id -> item; null where only the id is known. */
    #items = new Map();
    #numbers = null;

    constructor({ limit = Infinity, isOrdered = false, preselected = [] } = {}) {
        super();
        this.limit = limit;
        this.isOrdered = isOrdered;
        this.preselected = preselected;
        for (const id of preselected) this.#items.set(id, null);
    }

    get count() { return this.#items.size; }
    get ids() { return [...this.#items.keys()]; }
    get isFull() { return this.#items.size >= this.limit; }
    has(id) { return this.#items.has(id); }
    item(id) { return this.#items.get(id) ?? null; }

    /** The number of an item, from 1. */
    number(id) {
        this.#numbers ??= new Map([...this.#items.keys()].map((id, index) => [id, index + 1]));
        return this.#numbers.get(id);
    }

    /** Returns false when the selection is full. */
    add(item) {
        if (this.has(item.id)) return true;
        if (this.isFull) return false;
        this.#items.set(item.id, item);
        this.#changed();
        return true;
    }

    remove(ids) {
        let hasChanged = false;
        for (const id of ids) hasChanged = this.#items.delete(id) || hasChanged;
        if (hasChanged) this.#changed();
    }

    /** Fills in items that were known only by id, and drops deleted ones. Not a change by the person. */
    describe(found) {
        for (const [id, item] of found) {
            if (!this.#items.has(id)) continue;
            if (item === null) this.#items.delete(id); else this.#items.set(id, item);
        }
        this.#numbers = null;
    }

    /** Adds all items that fit; returns false when some did not. */
    replace(entries) {
        const items = new Map();
        let hasRoom = true;
        for (const [id, item] of entries) {
            // More than the limit may have been preselected; that stays until the person removes it.
            if (items.size >= this.limit && !this.#items.has(id)) { hasRoom = false; continue; }
            items.set(id, item);
        }
        const isSame = items.size === this.#items.size && [...items.keys()].every((id) => this.#items.has(id));
        this.#items = items;
        if (!isSame) this.#changed();
        return hasRoom;
    }

    entries() { return [...this.#items.entries()]; }

    /** Moves an item after another one, or to the front, if both are selected. */
    move(id, after) {
        if (!this.has(id) || (after !== null && !this.has(after)) || id === after) return;
        const item = this.#items.get(id);
        const rest = this.entries().filter(([other]) => other !== id);
        const at = after === null ? 0 : rest.findIndex(([other]) => other === after) + 1;
        rest.splice(at, 0, [id, item]);
        this.#items = new Map(rest);
        this.#changed();
    }

    /** For the app: in the person's order, else newest first, like the grid. */
    get answer() {
        if (this.isOrdered) return this.ids;
        const time = (item) => (item?.date ? Date.parse(item.date) : -Infinity);
        return this.entries()
            .map(([id, item], index) => ({ id, index, time: time(item) }))
            .sort((one, other) => (one.time === other.time ? one.index - other.index : other.time > one.time ? 1 : -1))
            .map(({ id }) => id);
    }

    #changed() {
        this.#numbers = null;
        this.dispatchEvent(new CustomEvent("change"));
    }
}
