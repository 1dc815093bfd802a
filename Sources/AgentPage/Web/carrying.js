// What the person carries with the mouse: photos onto an album, an album or a folder into another folder. The forms of
// albumforms.js are the keyboard's ways.

import { element } from "./dom.js";

/** Pixels that the pointer moves before a press is more than a click. */
const slack = 6;

export class Carrying {
    #accepts;
    #drop;
    #over = null;

    /**
     * Places have a `data-node`. `accepts(what, place)`: whether something may be put down at the place of that name;
     * `drop(what, place)`: it was.
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
            this.#mark(null);
        };
        const move = ({ clientX, clientY }) => {
            if (carried === null) {
                if (Math.hypot(clientX - event.clientX, clientY - event.clientY) <= slack) return;
                carried = element("div", { class: "carried", "aria-hidden": "true" }, label);
                document.body.append(carried);
            }
            carried.style.translate = `${clientX + 12}px ${clientY + 12}px`;
            const place = document.elementFromPoint(clientX, clientY)?.closest("[data-node]") ?? null;
            this.#mark(place !== null && this.#accepts(what, place.dataset.node) ? place : null);
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
            const place = this.#over?.dataset.node ?? null;
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
            if (place !== null) this.#drop(what, place);
        }, { signal });
    }

    #mark(place) {
        this.#over?.classList.remove("is-target");
        this.#over = place;
        place?.classList.add("is-target");
    }
}
