// Undoing changes, and what was left as it is because somebody changed it again.

import { isCancellation, items, post, thumbnailPath } from "./api.js";
import { announce, button, element, notify } from "./dom.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { counted, failed, list, longDate, number, quoted } from "./words.js";

/** The words for each field: of several objects, and of one. */
export const fields = {
    creationDate: [localized("dates"), localized("Date")], location: [localized("places"), localized("Place")],
    favorite: [localized("favorites"), localized("Favorite")],
    hidden: [localized("what is hidden"), localized("Hidden")], rating: [localized("ratings"), localized("Rating")],
    content: [localized("edits"), localized("Edit|what was done to a photo")],
    keywords: [localized("keywords"), localized("Keywords")],
    caption: [localized("captions"), localized("Caption")], title: [localized("titles"), localized("Title")],
    members: [localized("what is in albums"), localized("Photo in the album")],
    parent: [localized("where albums are"), localized("Place|of an album")], object: ["", localized("Deletion")],
};
/** The words for fields that are true or false. */
const states = {
    favorite: [localized("a favorite"), localized("no favorite")], hidden: [localized("hidden"), localized("shown")],
    members: [localized("in the album"), localized("not in the album")],
    parent: [localized("in a folder"), localized("in no folder")],
};

/** Transactions of one request. */
const perRequest = 200;

/**
 * Undoes what `request` names: app (null for the person), and transactions, the newest first, or since. Returns the
 * outcome, with the `rest` of the transactions when it ended early. Throws when nothing was undone.
 */
export async function undo(request) {
    if (request.transactions === undefined) return await post("/api/apps/undo", request);
    const rest = [...request.transactions];
    const outcome = { photos: 0, collections: 0, conflicts: [], conflictCount: 0, interruption: null, rest };
    while (rest.length > 0 && outcome.interruption === null) {
        const isFirst = rest.length === request.transactions.length;
        try {
            const part = await post("/api/apps/undo", { ...request, transactions: rest.slice(0, perRequest) });
            for (const count of ["photos", "collections", "conflictCount"]) outcome[count] += part[count];
            outcome.conflicts.push(...part.conflicts);
            outcome.interruption = part.interruption;
        } catch (error) {
            if (isFirst) throw error;
            outcome.interruption = error.message;
        }
        if (outcome.interruption === null) rest.splice(0, perRequest);
    }
    return outcome;
}

/** Says that undoing ended early. */
export function interrupted(reason) {
    return localized("It ended early: {reason}. What was undone so far is complete. Undo again to go on.", { reason });
}

export class Undoing {
    isActive = false;
    /** Whether the notice has something to tell. */
    get isTelling() { return this.#left !== null; }

    #show;
    #load;
    #requests = new AbortController();
    /** The outcome while it is shown: the request, and what was left as it is. */
    #left = null;

    /**
     * `show()` shows this again, and `load()` what was changed. A `[data-control=history]` gets the focus when the
     * button that had it is gone.
     */
    constructor(show, load) {
        this.#show = show;
        this.#load = load;
    }

    close() { this.#requests.abort(); }

    /** `request`: app (null for the person) and transactions or since. */
    async undo(request) {
        this.isActive = true;
        this.#left = null;
        announce(localized("Undoing…"));
        this.#show();
        try {
            const outcome = await undo(request);
            await this.#tell(outcome, request);
        } catch (error) {
            notify(failed(error));
        }
        this.isActive = false;
        await this.#load();
        // The button that was pressed is gone.
        const next = this.#left === null ? "history" : "undo-leave";
        if (document.activeElement === document.body) document.querySelector(`[data-control=${next}]`)?.focus();
    }

    async #tell(outcome, request) {
        const parts = [];
        if (outcome.photos > 0) parts.push(counted(outcome.photos));
        if (outcome.collections > 0) parts.push(localized("{count} albums or folders", { count: outcome.collections }));
        const back = parts.length > 0 ? localized("{what} as before.", { what: list(parts) })
            : localized("Nothing was changed.");
        const left = localized("{count} changes left as they are.", { count: outcome.conflictCount });
        notify(outcome.conflictCount > 0 ? `${back} ${left}` : back);
        if (outcome.conflictCount === 0 && outcome.interruption === null) return;
        const ids = [...new Set(outcome.conflicts.map((conflict) => conflict.asset).filter((id) => id !== null))];
        let found = [];
        try {
            found = await items(ids, this.#requests.signal);
        } catch (error) {
            // Shows the words without the pictures.
            if (!isCancellation(error)) notify(localized("The photos cannot be shown: {reason}", { reason: error.message }));
        }
        const photos = new Map(found.filter((item) => item !== null).map((item) => [item.id, item]));
        this.#left = { request, outcome, photos };
    }

    /** What was left as it is; null when there is nothing to tell. */
    get notice() {
        if (this.#left === null) return null;
        const { request, outcome, photos } = this.#left;
        const close = () => {
            this.#left = null;
            this.#show();
        };
        const hidden = outcome.conflictCount - outcome.conflicts.length;
        // What was deleted cannot be forced either.
        const canForce = request.forces !== true
            && (hidden > 0 || outcome.conflicts.some((conflict) => !conflict.isGone));
        return element(
            "div", { class: "left", role: "group", "aria-label": localized("What was left as it is") },
            outcome.interruption !== null ? element(
                "p", { class: "left-lead", "data-control": "interruption" }, interrupted(outcome.interruption)
            ) : null,
            outcome.conflictCount > 0 ? [
                element("p", { class: "left-lead" }, icon("info"),
                    localized("This was changed again since, or it was deleted. It was left as it is.")),
                element(
                    "ul", {},
                    outcome.conflicts.map((conflict) => element("li", { class: "left-row" },
                        conflictPicture(conflict, photos), conflictWords(conflict))),
                    hidden > 0 ? element("li", { class: "left-row" }, localized("And {count} more.", { count: hidden })) : null
                ),
            ] : null,
            element(
                "div", { class: "left-actions" },
                canForce ? button(
                    localized("Undo These, Too"), () => this.undo({ ...request, forces: true }),
                    { "data-control": "undo-forced", disabled: this.isActive }
                ) : null,
                button(canForce ? localized("Leave Them") : localized("OK"), close, { "data-control": "undo-leave" })
            )
        );
    }
}

function conflictPicture(conflict, photos) {
    const item = conflict.asset === null ? undefined : photos.get(conflict.asset);
    return item ? element("img", { alt: "", src: thumbnailPath(item) })
        : element("span", { class: "left-none" }, icon(conflict.asset === null ? "album" : "missing"));
}

function conflictWords(conflict) {
    const name = conflict.title === null ? "" : `${quoted(conflict.title)}: `;
    const field = fields[conflict.field][1];
    return element(
        "span", { class: "row-text" },
        element("span", { dir: "auto" }, name + field), element("span", { class: "row-note", dir: "auto" }, conflictNote(conflict))
    );
}

function conflictNote(conflict) {
    if (conflict.isGone) return localized("It was deleted.");
    if (conflict.field === "content") return localized("It was edited again.");
    if (conflict.field === "object") return localized("It was deleted or recovered again.");
    const [before, now] = [valueWords(conflict, conflict.former), valueWords(conflict, conflict.present)];
    return before === now ? localized("It was moved again.")
        : localized("It was {before}, and is {now} now.", { before, now });
}

function valueWords(conflict, value) {
    if (states[conflict.field]) return states[conflict.field][value === null ? 1 : 0];
    if (value === null) return localized("empty");
    if (value.date !== undefined) return longDate(value.date);
    return value.number !== undefined ? number(value.number) : quoted(value.text);
}
