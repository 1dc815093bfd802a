// What the person does with photos: each action changes the library, and says so or why it failed.

import { get, inParts, post } from "./api.js";
import { chooseAlbum } from "./albumforms.js";
import { choose } from "./dialogs.js";
import { notify } from "./dom.js";
import { localized } from "./localized.js";
import { showPhotoForm } from "./photoform.js";
import { interrupted, undo } from "./undoing.js";
import { counted, failed, isolated } from "./words.js";

/** Photos of one request. */
const perRequest = 10_000;

export class PhotoActions {
    /** The transactions of the last action, the newest first; null when there is nothing to undo. */
    #done = null;

    /** Undoes the last action, if it can be undone. What it does not come to can be undone again. */
    async undo() {
        const transactions = this.#done;
        this.#done = null;
        if (transactions === null) return;
        try {
            const { conflictCount, interruption, rest } = await undo({ app: null, transactions });
            if (interruption !== null) this.#tell(interrupted(interruption), rest);
            else if (conflictCount === 0) notify(localized("Undone."));
            else notify(localized("{count} changes left as they are.", { count: conflictCount }));
        } catch (error) {
            this.#tell(failed(error), transactions);
        }
    }

    /**
     * Changes photos, in parts, and says that it is `done`. `body`: the rest of the request. Throws when a part fails;
     * what was done before can be undone.
     */
    async #change(name, ids, body, done) {
        const transactions = [];
        try {
            for (const some of inParts(ids, perRequest)) {
                const { transaction } = await post(`/api/library/${name}`, { ...body, assets: some });
                // Null where nothing had to be changed.
                if (transaction !== null) transactions.unshift(transaction);
            }
        } catch (error) {
            // A form says itself why nothing was done.
            if (transactions.length > 0) this.#tell(failed(error), transactions);
            throw Object.assign(error, { isTold: transactions.length > 0 });
        }
        this.#tell(done, transactions);
    }

    /** Says what was done, with a way back. */
    #tell(done, transactions) {
        this.#done = transactions.length > 0 ? transactions : null;
        notify(done, this.#done === null ? null : { title: localized("Undo"), run: () => this.undo() });
    }

    async #run(name, ids, body, done) {
        if (ids.length === 0) return false;
        try {
            await this.#change(name, ids, body, done);
        } catch (error) {
            if (!error.isTold) notify(failed(error));
            return false;
        }
        return true;
    }

    delete(ids) {
        return this.#run("delete", ids, {}, localized("{photos} moved to Recently Deleted.", { photos: counted(ids.length) }));
    }

    restore(ids) { return this.#run("restore", ids, {}, localized("{photos} restored.", { photos: counted(ids.length) })); }

    /** Asks, and erases what was deleted. Whether it was erased. */
    async erase(ids) {
        const items = counted(ids.length);
        const answer = await choose({
            title: localized("Erase {items} for good?", { items }),
            text: localized("This cannot be undone."),
            answers: [{ name: "erase", title: localized("Erase"), class: "destructive" }],
        });
        return answer !== null && await this.#run("erase", ids, {}, localized("{items} erased", { items }));
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
        chooseAlbum((album) => this.#change("add", ids, { album: album.id }, this.#inside(ids, album)));
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
            notify(failed(error));
            return;
        }
        const done = localized("{photos} changed.", { photos: counted(ids.length) });
        showPhotoForm(ids.length, details, (body) => this.#change("edit", ids, body, done));
    }
}
