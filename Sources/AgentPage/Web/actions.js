// What the person does with photos: each action changes the library, and says so or why it failed.

import { get, post } from "./api.js";
import { chooseAlbum } from "./albumforms.js";
import { ask } from "./dialogs.js";
import { button, element, notify } from "./dom.js";
import { localized } from "./localized.js";
import { showPhotoForm } from "./photoform.js";
import { counted, isolated } from "./words.js";

/** Photos of one request. */
const perRequest = 10_000;
/** Transactions of one request. */
const perUndo = 200;

export class PhotoActions {
    /** The transactions of the last action; null when there is nothing to undo. */
    #done = null;
    #erased;

    /** Calls `erased` when photos were erased: nobody else tells, since they had been deleted before. */
    constructor(erased) { this.#erased = erased; }

    /** Undoes the last action, if it can be undone. */
    async undo() {
        const transactions = this.#done;
        this.#done = null;
        if (transactions === null) return;
        let left = 0;
        try {
            // The newest first.
            const rest = transactions.toReversed();
            while (rest.length > 0) {
                const some = rest.splice(0, perUndo);
                left += (await post("/api/apps/undo", { app: null, transactions: some })).conflictCount;
            }
        } catch (error) {
            notify(localized("That failed: {reason}", { reason: error.message }));
            return;
        }
        notify(left === 0 ? localized("Undone.") : localized("{count} changes left as they are.", { count: left }));
    }

    /** Sends a change of photos in parts. `body`: the rest of the request. Returns transactions; throws when a part fails. */
    async change(name, ids, body = {}) {
        const transactions = [];
        for (let from = 0; from < ids.length; from += perRequest) {
            const some = ids.slice(from, from + perRequest);
            transactions.push((await post(`/api/library/${name}`, { ...body, assets: some })).transaction);
        }
        // Null where nothing had to be changed.
        return transactions.filter((transaction) => transaction !== null);
    }

    /** Says what was done, with a way back. */
    #tell(done, transactions) {
        this.#done = transactions.length > 0 ? transactions : null;
        notify(done, this.#done === null ? null : { title: localized("Undo"), run: () => this.undo() });
    }

    async #run(name, ids, body, done) {
        if (ids.length === 0) return false;
        try {
            this.#tell(done, await this.change(name, ids, body));
        } catch (error) {
            notify(localized("That failed: {reason}", { reason: error.message }));
            return false;
        }
        return true;
    }

    delete(ids) {
        return this.#run("delete", ids, {}, localized("{photos} moved to Recently Deleted.", { photos: counted(ids.length) }));
    }

    restore(ids) { return this.#run("restore", ids, {}, localized("{photos} restored.", { photos: counted(ids.length) })); }

    /** Asks, and erases what was deleted. Whether it was erased. */
    erase(ids) {
        return new Promise((resolve) => {
            let erasing = Promise.resolve(false);
            ask({
                title: localized("Erase {items} for good?", { items: counted(ids.length, "item") }),
                body: [element("p", { class: "sheet-text" }, localized("This cannot be undone."))],
                answers: (close) => [
                    button(localized("Erase"), () => {
                        erasing = this.#erase(ids);
                        close();
                    }, { class: "destructive", "data-answer": "erase" }),
                    button(localized("Cancel"), close, { "data-answer": "cancel" }),
                ],
                closed: () => resolve(erasing),
            });
        });
    }

    async #erase(ids) {
        const isDone = await this.#run("erase", ids, {}, localized("{items} erased", { items: counted(ids.length, "item") }));
        if (isDone) this.#erased();
        return isDone;
    }

    favorite(items, favorite) {
        const ids = items.filter((item) => item.favorite !== favorite).map((item) => item.id);
        const photos = counted(ids.length);
        const done = favorite ? localized("{photos} marked as favorite.", { photos })
            : localized("{photos} no longer favorite.", { photos });
        return this.#run("edit", ids, { favorite }, done);
    }

    hide(ids, hidden) {
        const photos = counted(ids.length);
        const done = hidden ? localized("{photos} hidden.", { photos }) : localized("{photos} shown again.", { photos });
        return this.#run("edit", ids, { hidden }, done);
    }

    remove(ids, album) {
        return this.#run(
            "remove", ids, { album: album.id },
            localized("{photos} taken out of “{album}”.", { photos: counted(ids.length), album: isolated(album.title) })
        );
    }

    /** Adds photos to an album. */
    putInto(ids, album) { return this.#run("add", ids, { album: album.id }, this.#inside(ids, album)); }

    addToAlbum(ids) {
        chooseAlbum(async (album) => {
            this.#tell(this.#inside(ids, album), await this.change("add", ids, { album: album.id }));
        });
    }

    /** The person may have had some of them in the album before. */
    #inside(ids, album) {
        return localized("{photos} in “{album}”.", { photos: counted(ids.length), album: isolated(album.title) });
    }

    async edit(ids) {
        let details = null;
        try {
            if (ids.length === 1) details = await get(`/api/details/${ids[0]}`);
        } catch (error) {
            notify(localized("That failed: {reason}", { reason: error.message }));
            return;
        }
        showPhotoForm(ids.length, details, async (body) => {
            this.#tell(localized("{photos} changed.", { photos: counted(ids.length) }), await this.change("edit", ids, body));
        });
    }
}
