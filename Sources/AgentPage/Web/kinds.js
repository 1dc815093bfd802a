// The row of kinds above the photos: those of which there are any.

import { post } from "./api.js";
import { button, element, rove } from "./dom.js";
import { localized } from "./localized.js";
import { counted } from "./words.js";

const kinds = [
    ["images", localized("Photos")], ["videos", localized("Videos")], ["livePhotos", localized("Live Photos")],
    ["favorites", localized("Favorites")], ["screenshots", localized("Screenshots")],
    ["selfies", localized("Selfies")], ["panoramas", localized("Panoramas")], ["slomo", localized("Slo-mo")],
    ["timelapse", localized("Time-lapse")], ["bursts", localized("Bursts")], ["raw", localized("RAW")],
    ["spatial", localized("Spatial")], ["cinematic", localized("Cinematic")], ["damaged", localized("Damaged")],
];

export class KindChips {
    #request = null;
    #current = null;

    /** Calls `choose(kind)` with a kind that was clicked. */
    constructor(choose) {
        this.node = element(
            "div", { class: "chips", role: "toolbar", "aria-label": localized("Kinds") },
            kinds.map(([kind, title]) => button(title, () => choose(kind), {
                class: "chip", "data-kind": kind, "aria-pressed": "false", hidden: true,
            }))
        );
    }

    close() { this.#request?.abort(); }

    /** Marks the kind that is shown; undefined for all. */
    show(kind) {
        this.#current = kind;
        for (const chip of this.node.children) chip.setAttribute("aria-pressed", String(chip.dataset.kind === kind));
    }

    /** Offers what there is among the photos that a query without a kind finds. */
    async load(criteria) {
        this.#request?.abort();
        const request = new AbortController();
        this.#request = request;
        let counts;
        try {
            ({ counts } = await post("/api/kinds", { ...criteria, kind: undefined }, request.signal));
        } catch {
            // The photos themselves report the error.
            return;
        }
        for (const chip of this.node.children) {
            const count = counts[chip.dataset.kind] ?? 0;
            // What the person has chosen can be taken back, and what has the focus keeps it.
            chip.hidden = count === 0 && chip.dataset.kind !== this.#current && chip !== document.activeElement;
            chip.title = counted(count);
        }
        rove(this.node, "button:not([hidden])");
    }
}
