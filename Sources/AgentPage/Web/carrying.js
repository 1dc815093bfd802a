// What the person carries with the mouse: photos onto an album, an album or a folder into another folder, or to another
// place among its siblings. The forms of albumforms.js are the keyboard's ways.

import { element } from "./dom.js";

/** Pixels that the pointer moves before a press is more than a click. */
const slack = 6;

export class Carrying {
    #accepts;
    #drop;
    /** The place, and where it would be put there. */
    #over = null;
    #how = null;

    /**
     * Places have a `data-node`. `accepts(what, place, height)`: "into", "before" or "after" if something may be put
     * down so at the place of that name, else null; `height`: where in the place the pointer is, 0 at its top and 1 at
     * its foot. `drop(what, place, how)`: it was.
     */
    constructor({ accepts, drop }) {
        this.#accepts = accepts;
        this.#drop = drop;
    }

    /** The pointer was pressed on something that can be carried; `label`: what it is called. */
    press(event, what, label) {
        if (event.button !== 0 || event.pointerType !== "mouse") return;
        const end = new AbortController();
        const { signal } = end;
        let carried = null;
        const finish = () => {
            end.abort();
            carried?.remove();
            this.#mark(null, null);
        };
        const move = ({ clientX, clientY }) => {
            if (carried === null) {
                if (Math.hypot(clientX - event.clientX, clientY - event.clientY) <= slack) return;
                carried = element("div", { class: "carried", "aria-hidden": "true" }, label);
                document.body.append(carried);
            }
            carried.style.translate = `${clientX + 12}px ${clientY + 12}px`;
            const place = document.elementFromPoint(clientX, clientY)?.closest("[data-node]") ?? null;
            const bounds = place?.getBoundingClientRect();
            this.#mark(place, place && this.#accepts(what, place.dataset.node, (clientY - bounds.top) / bounds.height));
        };
        addEventListener("pointermove", move, { signal });
        addEventListener("pointercancel", finish, { signal });
        addEventListener("keydown", (key) => {
            if (key.key !== "Escape" || carried === null) return;
            key.preventDefault();
            key.stopPropagation();
            finish();
        }, { signal, capture: true });
        addEventListener("pointerup", () => {
            const [place, how] = [this.#over?.dataset.node ?? null, this.#how];
            const wasCarried = carried !== null;
            finish();
            if (!wasCarried) return;
            // The click that follows is none.
            const ignore = new AbortController();
            addEventListener("click", (click) => {
                click.preventDefault();
                click.stopPropagation();
            }, { signal: ignore.signal, capture: true });
            setTimeout(() => ignore.abort());
            if (place !== null) this.#drop(what, place, how);
        }, { signal });
    }

    #mark(place, how) {
        this.#over?.classList.remove(`is-target-${this.#how}`);
        this.#over = how === null ? null : place;
        this.#how = how;
        this.#over?.classList.add(`is-target-${how}`);
    }
}
