// The items of a grid: a query of the library, or a fixed list.

import { get, isCancellation, post } from "./api.js";

const itemsPerPage = 200;
const largestRange = 500;
/** About a hundred screens; more distant items are fetched again. */
const maximumPages = 64;

/** A query's items, fetched in pages as they come into view. Dispatches "items" {from, to}, "change" and "failure". */
export class QuerySource extends EventTarget {
    count = 0;
    months = [];
    #criteria;
    #token = null;
    #pages = new Map();
    #fetches = new Map();
    #asking = null;

    constructor(criteria) {
        super();
        this.#criteria = criteria;
    }

    /** Runs a query. The last one wins. */
    async ask(criteria = this.#criteria) {
        this.#criteria = criteria;
        this.#asking?.abort();
        const asking = new AbortController();
        this.#asking = asking;
        try {
            // The answer includes the first page.
            const answer = await post("/api/query", { ...criteria, first: itemsPerPage }, asking.signal);
            this.#forget();
            this.#token = answer.query;
            this.count = answer.count;
            this.months = answer.months;
            if (answer.items.length > 0) this.#pages.set(0, answer.items);
            this.dispatchEvent(new CustomEvent("change"));
        } catch (error) {
            if (!isCancellation(error)) this.dispatchEvent(new CustomEvent("failure", { detail: error }));
        } finally {
            if (this.#asking === asking) this.#asking = null;
        }
    }

    close() {
        this.#asking?.abort();
        this.#forget();
    }

    item(index) {
        return this.#pages.get(Math.floor(index / itemsPerPage))?.[index % itemsPerPage];
    }

    /** Fetches these, and cancels fetches that are no longer needed. */
    need(from, to) {
        if (this.#token === null || to <= from) return;
        const [first, last] = [Math.floor(from / itemsPerPage), Math.floor((to - 1) / itemsPerPage)];
        for (const [page, fetch] of this.#fetches) {
            if (page >= first && page <= last) continue;
            fetch.abort();
            this.#fetches.delete(page);
        }
        for (let page = first; page <= last; page += 1) {
            const known = this.#pages.get(page);
            if (known) {
                // Least recently used first.
                this.#pages.delete(page);
                this.#pages.set(page, known);
            } else if (!this.#fetches.has(page)) {
                this.#fetchPage(page);
            }
        }
    }

    async #fetchPage(page) {
        const fetch = new AbortController();
        this.#fetches.set(page, fetch);
        try {
            const from = page * itemsPerPage;
            const items = await this.#get(from, Math.min(itemsPerPage, this.count - from), fetch.signal);
            this.#pages.set(page, items);
            if (this.#pages.size > maximumPages) this.#pages.delete(this.#pages.keys().next().value);
            this.dispatchEvent(new CustomEvent("items", { detail: { from, to: from + items.length } }));
        } catch (error) {
            this.#failed(error);
        } finally {
            if (this.#fetches.get(page) === fetch) this.#fetches.delete(page);
        }
    }

    #failed(error) {
        if (isCancellation(error)) return;
        if (error.status === 410) {
            // The agent keeps a limited number of queries.
            if (this.#asking === null) this.ask();
        } else {
            this.dispatchEvent(new CustomEvent("failure", { detail: error }));
        }
    }

    async #get(from, count, signal) {
        return (await get(`/api/query/${this.#token}/items?from=${from}&count=${count}`, signal)).items;
    }

    /** All items of a range, in order. */
    async range(from, to) {
        const found = [];
        for (let at = from; at < to;) {
            const known = this.item(at);
            if (known) {
                found.push(known);
                at += 1;
            } else {
                const items = await this.#get(at, Math.min(largestRange, to - at));
                if (items.length === 0) break;
                found.push(...items);
                at += items.length;
            }
        }
        return found;
    }

    #forget() {
        for (const fetch of this.#fetches.values()) fetch.abort();
        this.#fetches.clear();
        this.#pages.clear();
        this.#token = null;
    }
}

/** A fixed list, without months. */
export class ListSource extends EventTarget {
    months = [];
    constructor(items) {
        super();
        this.items = items;
    }
    get count() { return this.items.length; }
    item(index) { return this.items[index]; }
    need() {}
    async range(from, to) { return this.items.slice(from, to); }
    close() {}
}

/** All items that a query finds. */
export async function allItems(criteria) {
    const answer = await post("/api/query", criteria);
    const found = [];
    while (found.length < answer.count) {
        const { items } = await get(`/api/query/${answer.query}/items?from=${found.length}&count=${largestRange}`);
        if (items.length === 0) break;
        found.push(...items);
    }
    return found;
}
