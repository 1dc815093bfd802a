// What is selected, in the order in which it was.

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

    /** What the order says of an item, from 1 on. */
    number(id) {
        this.#numbers ??= new Map([...this.#items.keys()].map((id, index) => [id, index + 1]));
        return this.#numbers.get(id);
    }

    /** False when there is no room. */
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

    /** Fills in what is known only by id, and drops what is gone. Does not count as a change of the person's. */
    describe(found) {
        for (const [id, item] of found) {
            if (!this.#items.has(id)) continue;
            if (item === null) this.#items.delete(id); else this.#items.set(id, item);
        }
        this.#numbers = null;
    }

    /** Everything at once, as far as there is room; false when something had to stay out. */
    replace(entries) {
        const items = new Map();
        let hasRoom = true;
        for (const [id, item] of entries) {
            // What is over the limit already may stay until the person takes it out.
            if (items.size >= this.limit && !this.#items.has(id)) { hasRoom = false; continue; }
            items.set(id, item);
        }
        const isSame = items.size === this.#items.size && [...items.keys()].every((id) => this.#items.has(id));
        this.#items = items;
        if (!isSame) this.#changed();
        return hasRoom;
    }

    entries() { return [...this.#items.entries()]; }

    /** Puts an item behind another one, or in front of all. Nothing happens unless both are selected. */
    move(id, after) {
        if (!this.has(id) || (after !== null && !this.has(after)) || id === after) return;
        const item = this.#items.get(id);
        const rest = this.entries().filter(([other]) => other !== id);
        const at = after === null ? 0 : rest.findIndex(([other]) => other === after) + 1;
        rest.splice(at, 0, [id, item]);
        this.#items = new Map(rest);
        this.#changed();
    }

    /** As the app gets it: in the person's order, else in the order that the grid has, newest first. */
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
