// What an app changed, on its page, and undoing it.

import { get, isCancellation } from "./api.js";
import { button, element } from "./dom.js";
import { localized } from "./localized.js";
import { fields, Undoing } from "./undoing.js";
import { capitalized, changeWords, list, recentDate } from "./words.js";

export class AppHistory {
    #app;
    #show;
    #changes = null;
    #error = null;
    #requests = new AbortController();
    #undoing;

    /** `show` rebuilds the app's page. */
    constructor(app, show) {
        this.#app = app;
        this.#show = show;
        this.#undoing = new Undoing(show, () => this.load());
        this.load();
    }

    close() {
        this.#requests.abort();
        this.#undoing.close();
    }

    async load() {
        try {
            const path = `/api/apps/changes?app=${encodeURIComponent(this.#app)}`;
            this.#changes = await get(path, this.#requests.signal);
            this.#error = null;
        } catch (error) {
            if (isCancellation(error)) return;
            this.#error = error;
        }
        this.#show();
    }

    /** The section of the page. */
    get section() {
        const transactions = this.#changes?.transactions ?? [];
        const rows = transactions.map((transaction, index) => this.#row(transaction, index, transactions));
        const notes = [
            this.#changes?.hasMore ? localized("Older changes are not listed.") : null,
            rows.length > 0 ? localized("What was there before is kept for 30 days. What the app added stays when you undo.")
                : null,
        ].filter((note) => note !== null);
        return element(
            "section", { class: "group" },
            element("h2", { tabindex: "-1", "data-control": "history" }, localized("What it changed")),
            this.#undoing.notice,
            element(
                "div", { class: "rows" },
                rows.length > 0 ? rows : element(
                    "div", { class: "row row-quiet" },
                    this.#error ? localized("This cannot be shown: {reason}", { reason: this.#error.message })
                        : this.#changes === null ? localized("Loading…") : localized("Nothing.")
                )
            ),
            notes.length > 0 ? element("p", { class: "group-note" }, notes.join(" ")) : null
        );
    }

    #row(transaction, index, transactions) {
        const text = changeWords(transaction);
        const kinds = transaction.fields.map((field) => fields[field][0]);
        const when = recentDate(transaction.date);
        const undo = (what) => this.#undoing.undo({ app: this.#app, ...what });
        const later = transactions.slice(0, index);
        // Only if there is something to undo in later ones.
        const canUndoSince = later.some((other) => other.canUndo);
        return element(
            "div", { class: "row" },
            element(
                "span", { class: "row-text" },
                element("span", {}, capitalized(text)),
                element("span", { class: "row-note" }, kinds.length > 0 ? `${when}: ${list(kinds)}` : when)
            ),
            transaction.canUndo || canUndoSince ? element(
                "span", { class: "row-actions" },
                canUndoSince ? button(localized("Undo All Since"), () => undo({ since: transaction.time }), {
                    "data-control": `undo-since-${transaction.transaction}`, disabled: this.#undoing.isActive,
                    "aria-label": localized("Undo everything since {date}", { date: when }),
                }) : null,
                transaction.canUndo ? button(localized("Undo"), () => undo({ transactions: [transaction.transaction] }), {
                    "data-control": `undo-${transaction.transaction}`, disabled: this.#undoing.isActive,
                    "aria-label": localized("Undo what it did {date}: {what}", { date: when, what: text }),
                }) : null
            ) : null
        );
    }
}
