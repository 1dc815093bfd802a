// What the person does with photos: each action changes the library, and says so or why it failed.

import { get, post } from "./api.js";
import { chooseAlbum } from "./albumforms.js";
import { notify } from "./dom.js";
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
            notify(`That failed: ${error.message}`);
            return false;
        }
        this.#undo = undo === null ? null : () => this.#run(...undo, "Undone.");
        notify(done, undo === null ? null : { title: "Undo", run: () => this.undo() });
        return true;
    }

    delete(ids) {
        return this.#run(
            "delete", ids, {}, `${counted(ids.length)} moved to Recently Deleted.`, ["restore", ids, {}]
        );
    }

    restore(ids) { return this.#run("restore", ids, {}, `${counted(ids.length)} restored.`, ["delete", ids, {}]); }

    favorite(items, favorite) {
        const ids = items.filter((item) => item.favorite !== favorite).map((item) => item.id);
        const done = favorite ? `${counted(ids.length)} marked as favorite.` : `${counted(ids.length)} no longer favorite.`;
        return this.#run("edit", ids, { favorite }, done, ["edit", ids, { favorite: !favorite }]);
    }

    hide(ids, hidden) {
        const done = hidden ? `${counted(ids.length)} hidden.` : `${counted(ids.length)} shown again.`;
        return this.#run("edit", ids, { hidden }, done, ["edit", ids, { hidden: !hidden }]);
    }

    remove(ids, album) {
        return this.#run(
            "remove", ids, { album: album.id }, `${counted(ids.length)} taken out of “${isolated(album.title)}”.`,
            ["add", ids, { album: album.id }]
        );
    }

    addToAlbum(ids) {
        chooseAlbum(ids, (album, isNew) => {
            // The person may have had some of them in the album before.
            notify(`${counted(ids.length)} in “${isolated(album.title)}”.`);
            if (isNew) this.#undo = null;
        }, (album) => this.change("add", ids, { album: album.id }));
    }

    async edit(ids) {
        let details = null;
        try {
            if (ids.length === 1) details = await get(`/api/details/${ids[0]}`);
        } catch (error) {
            notify(`That failed: ${error.message}`);
            return;
        }
        showPhotoForm(ids.length, details, async (body) => {
            await this.change("edit", ids, body);
            notify(`${counted(ids.length)} changed.`);
        });
    }
}
