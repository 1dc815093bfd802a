// What the person does with photos: each action changes the library, and says so or why it failed.

import { get, post } from "./api.js";
import { chooseAlbum } from "./albumforms.js";
import { notify } from "./dom.js";
import { localized } from "./localized.js";
import { showPhotoForm } from "./photoform.js";
import { counted, isolated } from "./words.js";

/** Photos of one request. */
const perRequest = 10_000;

export class PhotoActions {
    /** What would undo the last action. */
    #undo = null;

    /** Undoes the last action, if it can be undone. */
    undo() {
        const undo = this.#undo;
        this.#undo = null;
        undo?.();
    }

    /** Sends a change of photos in parts. `body`: the rest of the request. Throws when a part fails. */
    async change(name, ids, body = {}) {
        for (let from = 0; from < ids.length; from += perRequest) {
            await post(`/api/library/${name}`, { ...body, assets: ids.slice(from, from + perRequest) });
        }
    }

    /** `undo`: the change that reverts this one, as the arguments of `change`. */
    async #run(name, ids, body, done, undo = null) {
        if (ids.length === 0) return false;
        try {
            await this.change(name, ids, body);
        } catch (error) {
            notify(localized("That failed: {reason}", { reason: error.message }));
            return false;
        }
        this.#undo = undo === null ? null : () => this.#run(...undo, localized("Undone."));
        notify(done, undo === null ? null : { title: localized("Undo"), run: () => this.undo() });
        return true;
    }

    delete(ids) {
        return this.#run(
            "delete", ids, {}, localized("{photos} moved to Recently Deleted.", { photos: counted(ids.length) }), ["restore", ids, {}]
        );
    }

    restore(ids) { return this.#run("restore", ids, {}, localized("{photos} restored.", { photos: counted(ids.length) }), ["delete", ids, {}]); }

    favorite(items, favorite) {
        const ids = items.filter((item) => item.favorite !== favorite).map((item) => item.id);
        const photos = counted(ids.length);
        const done = favorite ? localized("{photos} marked as favorite.", { photos })
            : localized("{photos} no longer favorite.", { photos });
        return this.#run("edit", ids, { favorite }, done, ["edit", ids, { favorite: !favorite }]);
    }

    hide(ids, hidden) {
        const photos = counted(ids.length);
        const done = hidden ? localized("{photos} hidden.", { photos }) : localized("{photos} shown again.", { photos });
        return this.#run("edit", ids, { hidden }, done, ["edit", ids, { hidden: !hidden }]);
    }

    remove(ids, album) {
        return this.#run(
            "remove", ids, { album: album.id },
            localized("{photos} taken out of “{album}”.", { photos: counted(ids.length), album: isolated(album.title) }),
            ["add", ids, { album: album.id }]
        );
    }

    /** Adds photos to an album. */
    putInto(ids, album) {
        return this.#run(
            "add", ids, { album: album.id },
            localized("{photos} in “{album}”.", { photos: counted(ids.length), album: isolated(album.title) })
        );
    }

    addToAlbum(ids) {
        chooseAlbum(ids, (album, isNew) => {
            // The person may have had some of them in the album before.
            notify(localized("{photos} in “{album}”.", { photos: counted(ids.length), album: isolated(album.title) }));
            if (isNew) this.#undo = null;
        }, (album) => this.change("add", ids, { album: album.id }));
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
            await this.change("edit", ids, body);
            notify(localized("{photos} changed.", { photos: counted(ids.length) }));
        });
    }
}
