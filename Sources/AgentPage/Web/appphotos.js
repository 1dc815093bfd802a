// The photos that an app may read, with a button that takes each away: what was picked for it, or selected.

import { get, post, thumbnailPath } from "./api.js";
import { announce, element, iconButton, notify } from "./dom.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { counted, failed, itemTitle } from "./words.js";

export class AppPhotos {
    #app;
    #of;
    #changed;
    #items = null;
    #count = null;
    #load = null;

    /** `of`: "picked" or "selected". Calls `changed` after a photo was taken away. */
    constructor(app, of, changed) {
        this.#app = app;
        this.#of = of;
        this.#changed = changed;
        this.node = element("div", { class: "row app-photos", hidden: true });
    }

    close() { this.#load?.abort(); }

    /** Shows them; `count` of them. Asks only when that is another number than before. */
    update(count) {
        if (count === this.#count) return;
        this.#count = count;
        this.#fetch();
    }

    async #fetch() {
        this.#load?.abort();
        const load = new AbortController();
        this.#load = load;
        try {
            const query = new URLSearchParams({ app: this.#app, of: this.#of });
            this.#items = (await get(`/api/apps/photos?${query}`, load.signal)).items;
        } catch {
            // The number beside them says what matters.
            this.#items = [];
        }
        if (!load.signal.aborted) this.#show();
    }

    #show() {
        const items = this.#items.filter((item) => item !== null);
        this.node.hidden = items.length === 0;
        const rest = this.#count - items.length;
        this.node.replaceChildren(
            element("ul", { class: "app-photo-list" }, items.map((item, place) => element(
                "li", {},
                element("img", { src: thumbnailPath(item), alt: itemTitle(item), loading: "lazy" }),
                iconButton(icon("close"), localized("Take away: {photo}", { photo: itemTitle(item) }), () => this.#takeAway(item, place), {
                    class: "icon-button app-photo-remove", "data-control": `takeAway-${item.id}`,
                })
            ))),
            rest > 0 ? element("p", { class: "row-note" }, localized("and {count} more", { count: rest })) : ""
        );
    }

    async #takeAway(item, place) {
        try {
            if (this.#of === "picked") {
                await post("/api/apps/revokePicks", { app: this.#app, photos: [item.id] });
            } else {
                await post("/api/apps/select", { app: this.#app, remove: [item.id] });
            }
            this.#items = this.#items.filter((other) => other?.id !== item.id);
            this.#count -= 1;
            this.#show();
            const buttons = this.node.querySelectorAll("button");
            (buttons[place] ?? buttons[buttons.length - 1])?.focus();
            announce(localized("Taken away. {items} left.", { items: counted(this.#count) }));
        } catch (error) {
            notify(failed(error));
        }
        this.#changed();
    }
}
