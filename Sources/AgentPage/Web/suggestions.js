// Towns and countries with photos, offered while somebody types the name of one.

import { get, isCancellation } from "./api.js";
import { button, element } from "./dom.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { townTitle } from "./placenames.js";
import { counted, inRow, number } from "./words.js";

export class Suggestions {
    #choose;
    #request = null;

    /** Calls `choose({area, country, areaTitle})` with the town or the country that the person wants to look at. */
    constructor(choose) {
        this.#choose = choose;
        this.node = element("div", { class: "suggestions", role: "group", "aria-label": localized("Places"), hidden: true });
    }

    close() { this.#request?.abort(); }

    /** Offers what a text may be the beginning of. */
    async offer(text) {
        this.#request?.abort();
        const request = new AbortController();
        this.#request = request;
        try {
            const { places } = await get(`/api/places?text=${encodeURIComponent(text)}`, request.signal);
            this.#show(places);
        } catch (error) {
            // The search says what is wrong.
            if (!isCancellation(error)) this.#show([]);
        }
    }

    #show(places) {
        this.node.hidden = places.length === 0;
        this.node.replaceChildren(...places.map((place) => button(
            [icon("place"), element("span", {}, `${townTitle(place)} · ${number(place.count)}`)],
            () => this.#choose({ area: place.area, country: place.inCountry, areaTitle: townTitle(place) }),
            { class: "chip", "aria-label": inRow(townTitle(place), counted(place.count)) }
        )));
    }
}
