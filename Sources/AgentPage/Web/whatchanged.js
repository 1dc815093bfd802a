// "What Changed": the latest transactions of the library, by whomever, each of which can be undone.

import { get, isCancellation, thumbnailPath } from "./api.js";
import { announce, button, element } from "./dom.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { fields, Undoing } from "./undoing.js";
import { appName, capitalized, changeWords, clock, dayTitle, itemTitle, list, number } from "./words.js";

export class WhatChangedView {
    title = localized("What Changed");
    #entries = null;
    #hasMore = false;
    #error = null;
    #requests = new AbortController();
    #isLoading = false;
    #undoing;

    constructor() {
        this.heading = element("h1", { tabindex: "-1", "data-control": "history" }, this.title);
        this.#undoing = new Undoing(() => this.#show(), () => this.load());
        this.notice = element("div");
        this.list = element("div");
        this.more = element("p", { class: "page-footer" });
        this.node = element(
            "div", { class: "page" },
            element(
                "div", { class: "column" },
                element("a", { class: "back", href: "#library" }, icon("back"), localized("Photo Library")),
                element(
                    "header", { class: "page-header" }, this.heading,
                    element("p", { class: "page-lead" },
                        localized("What was there before is kept for 30 days. What was added stays when you undo."))
                ),
                this.notice, this.list, this.more
            )
        );
        this.#show();
        this.load();
    }

    get isBusy() { return this.#undoing.isActive || this.#undoing.isTelling; }

    focus() { this.heading.focus(); }

    close() {
        this.#requests.abort();
        this.#undoing.close();
    }

    libraryChanged() { if (!this.#undoing.isActive) this.load(); }

    /** Loads the newest again: what was loaded of earlier ones stays. */
    async load() {
        const page = await this.#get("/api/changes");
        if (page === null) return;
        const last = oldest(page.entries);
        const earlier = (this.#entries ?? []).filter((entry) => last !== null && BigInt(entry.transactions[0]) < last);
        if (earlier.length === 0) this.#hasMore = page.hasMore;
        this.#entries = [...page.entries, ...earlier];
        this.#show();
    }

    async #loadMore() {
        if (this.#isLoading) return;
        this.#isLoading = true;
        const page = await this.#get(`/api/changes?before=${oldest(this.#entries)}`);
        this.#isLoading = false;
        if (page === null) return;
        const known = this.#entries.length;
        this.#entries = [...this.#entries, ...page.entries];
        this.#hasMore = page.hasMore;
        this.#show();
        announce(localized("{count} more changes.", { count: page.entries.length }));
        this.list.querySelectorAll(".row")[known]?.focus();
    }

    /** Null when it was cancelled or failed, which is shown then. */
    async #get(path) {
        try {
            const page = await get(path, this.#requests.signal);
            this.#error = null;
            return page;
        } catch (error) {
            if (isCancellation(error)) return null;
            this.#error = error;
            this.#show();
            return null;
        }
    }

    #show() {
        // Restores the focus after the list was rebuilt.
        const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.control : undefined;
        this.notice.replaceChildren(...[this.#undoing.notice].filter((notice) => notice !== null));
        const days = new Map();
        for (const entry of this.#entries ?? []) {
            const day = dayTitle(entry.date);
            days.set(day, [...(days.get(day) ?? []), entry]);
        }
        const quiet = this.#error ? localized("This cannot be shown: {reason}", { reason: this.#error.message })
            : this.#entries === null ? localized("Loading…") : this.#entries.length === 0 ? localized("Nothing has changed.") : null;
        this.list.replaceChildren(
            ...(quiet === null ? [] : [element("div", { class: "rows" }, element("div", { class: "row row-quiet" }, quiet))]),
            ...[...days].map(([day, entries]) => element(
                "section", { class: "group" }, element("h2", {}, day),
                element("ul", { class: "rows" }, entries.map((entry) => element("li", {}, this.#row(entry))))
            ))
        );
        this.more.replaceChildren(...(this.#hasMore ? [button(localized("Show Earlier Changes"), () => this.#loadMore(), {
            "data-control": "earlier",
        })] : []));
        if (focused) this.node.querySelector(`[data-control="${CSS.escape(focused)}"]`)?.focus();
    }

    #row(entry) {
        const words = localized("{who} {what}", { who: author(entry), what: changeWords(entry) });
        const kinds = entry.fields.map((field) => fields[field]?.[0]).filter((kind) => kind);
        const time = clock(entry.date);
        const { inserted, restored, updated, deleted } = entry.photos;
        const further = inserted + restored + updated + deleted - entry.examples.length;
        return element(
            "div", { class: "row changes-row", tabindex: "-1" },
            element(
                "span", { class: "row-text" },
                element("span", { dir: "auto" }, capitalized(words)),
                element("span", { class: "row-note" }, kinds.length > 0 ? `${time}: ${list(kinds)}` : time,
                    entry.isUndone ? ` · ${localized("As before again")}` : null),
                entry.examples.length > 0 ? element(
                    "span", { class: "changes-photos" },
                    entry.examples.map((item) => (item === null
                        ? element("span", { class: "left-none" }, icon("missing"))
                        : element("img", { alt: itemTitle(item), src: thumbnailPath(item), loading: "lazy" }))),
                    further > 0 ? element("span", { class: "examples-more" }, `+${number(further)}`) : null
                ) : null
            ),
            entry.canUndo ? element("span", { class: "row-actions" }, button(
                localized("Undo"), () => this.#undoing.undo({ app: entry.app?.app ?? null, transactions: entry.transactions }),
                {
                    "data-control": `undo-${entry.transactions[0]}`, disabled: this.#undoing.isActive,
                    "aria-label": localized("Undo: {what}, {time}", { what: words, time }),
                }
            )) : null
        );
    }
}

/** The sequence of the oldest transaction; null for none. */
function oldest(entries) {
    const last = entries.at(-1)?.transactions.at(-1);
    return last === undefined ? null : BigInt(last);
}

function author({ author, app }) {
    if (author === "person") return localized("you");
    if (author === "device") return localized("another device");
    return app === null ? localized("an app") : `“${appName(app)}”`;
}
