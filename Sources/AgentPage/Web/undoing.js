// Undoing changes, and what was left as it is because somebody changed it again.

import { isCancellation, items, post, thumbnailPath } from "./api.js";
import { announce, button, element, notify } from "./dom.js";
import { icon } from "./icons.js";
import { counted, list, longDate, number } from "./words.js";

/** The words for each field: of several objects, and of one. */
export const fields = {
    creationDate: ["dates", "Date"], location: ["places", "Place"], favorite: ["favorites", "Favorite"],
    hidden: ["what is hidden", "Hidden"], rating: ["ratings", "Rating"], content: ["edits", "Edit"],
    keywords: ["keywords", "Keywords"], caption: ["captions", "Caption"], title: ["titles", "Title"],
    members: ["what is in albums", "Photo in the album"], parent: ["where albums are", "Place"],
    object: ["", "Deletion"],
};
/** The words for fields that are true or false. */
const states = {
    favorite: ["a favorite", "no favorite"], hidden: ["hidden", "shown"], members: ["in the album", "not in the album"],
    parent: ["in a folder", "in no folder"],
};

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
        announce("Undoing…");
        this.#show();
        try {
            const outcome = await post("/api/apps/undo", request);
            await this.#tell(outcome, request);
        } catch (error) {
            notify(`That failed: ${error.message}`);
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
        if (outcome.collections > 0) parts.push(counted(outcome.collections, "album or folder", "albums and folders"));
        const back = parts.length > 0 ? `${list(parts)} as before.` : "Nothing was changed.";
        const are = outcome.conflictCount === 1 ? "it is" : "they are";
        const left = outcome.conflictCount > 0 ? ` ${counted(outcome.conflictCount, "change")} left as ${are}.` : "";
        notify(back + left);
        if (outcome.conflictCount === 0 && outcome.interruption === null) return;
        const ids = [...new Set(outcome.conflicts.map((conflict) => conflict.asset).filter((id) => id !== null))];
        let found = [];
        try {
            found = await items(ids, this.#requests.signal);
        } catch (error) {
            // Shows the words without the pictures.
            if (!isCancellation(error)) notify(`The photos cannot be shown: ${error.message}`);
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
            "div", { class: "left", role: "group", "aria-label": "What was left as it is" },
            outcome.interruption !== null ? element(
                "p", { class: "left-lead", "data-control": "interruption" },
                `It ended early: ${outcome.interruption}. What was undone so far is complete. Undo again to go on.`
            ) : null,
            outcome.conflictCount > 0 ? [
                element("p", { class: "left-lead" }, icon("info"),
                    "This was changed again since, or it was deleted. It was left as it is."),
                element(
                    "ul", {},
                    outcome.conflicts.map((conflict) => element("li", { class: "left-row" },
                        conflictPicture(conflict, photos), conflictWords(conflict))),
                    hidden > 0 ? element("li", { class: "left-row" }, `And ${number(hidden)} more.`) : null
                ),
            ] : null,
            element(
                "div", { class: "left-actions" },
                canForce ? button(
                    "Undo These, Too", () => this.undo({ ...request, forces: true }),
                    { "data-control": "undo-forced", disabled: this.isActive }
                ) : null,
                button(canForce ? "Leave Them" : "OK", close, { "data-control": "undo-leave" })
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
    const name = conflict.title === null ? "" : `“${conflict.title}”: `;
    const field = fields[conflict.field][1];
    return element(
        "span", { class: "row-text" },
        element("span", { dir: "auto" }, name + field), element("span", { class: "row-note", dir: "auto" }, conflictNote(conflict))
    );
}

function conflictNote(conflict) {
    if (conflict.isGone) return "It was deleted.";
    if (conflict.field === "content") return "It was edited again.";
    if (conflict.field === "object") return "It was deleted or recovered again.";
    const [before, now] = [valueWords(conflict, conflict.former), valueWords(conflict, conflict.present)];
    return before === now ? "It was moved again." : `It was ${before}, and is ${now} now.`;
}

function valueWords(conflict, value) {
    if (states[conflict.field]) return states[conflict.field][value === null ? 1 : 0];
    if (value === null) return "empty";
    if (value.date !== undefined) return longDate(value.date);
    return value.number !== undefined ? number(value.number) : `“${value.text}”`;
}
