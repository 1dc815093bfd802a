// The rail beside the grid: years, and a handle that goes to any month.

import { element } from "./dom.js";
import { localized } from "./localized.js";
import { partTitle } from "./words.js";

/** The least distance of two labels, in pixels. */
const labelDistance = 26;

export class Scrubber {
    #grid;
    #isDragging = false;

    constructor(grid) {
        this.#grid = grid;
        this.bubble = element("span", { class: "scrubber-bubble", "aria-hidden": "true" });
        this.handle = element("span", { class: "scrubber-handle" }, this.bubble);
        this.years = element("span", { class: "scrubber-years", "aria-hidden": "true" });
        this.node = element(
            "div",
            {
                class: "scrubber", role: "slider", tabindex: "0", "aria-label": localized("Month"), "aria-orientation": "vertical",
                "aria-valuemin": "0",
                onpointerdown: (event) => this.#down(event),
                onpointermove: (event) => { if (this.#isDragging) this.#drag(event); },
                onpointerup: () => this.#drop(), onpointercancel: () => this.#drop(),
                onkeydown: (event) => this.#key(event),
            },
            element("span", { class: "scrubber-rail" }, this.years, this.handle)
        );
        grid.addEventListener("layout", () => this.#layout());
        grid.addEventListener("scroll", () => this.#show());
    }

    get #range() { return Math.max(1, this.#grid.layout.height - this.#grid.viewHeight); }

    #layout() {
        const { layout, viewHeight } = this.#grid;
        this.node.hidden = !this.#grid.hasRail;
        if (this.node.hidden) return;
        this.node.setAttribute("aria-valuemax", layout.parts.length - 1);
        const labels = [];
        let [lastYear, lastPlace] = [null, -Infinity];
        for (const part of layout.parts) {
            if (part.month === null) continue;
            const year = Math.floor(part.month / 12);
            const share = Math.min(1, part.top / this.#range);
            const place = share * (viewHeight - 48);
            if (year === lastYear || place - lastPlace < labelDistance) continue;
            const label = element("span", { class: "scrubber-year" }, String(year));
            label.style.top = `${share * 100}%`;
            labels.push(label);
            [lastYear, lastPlace] = [year, place];
        }
        this.years.replaceChildren(...labels);
        this.#show();
    }

    #show() {
        if (this.node.hidden) return;
        const part = this.#grid.currentPart;
        if (!part) return;
        const title = partTitle(part);
        this.handle.style.top = `${Math.min(1, this.#grid.position / this.#range) * 100}%`;
        if (this.bubble.textContent !== title) this.bubble.textContent = title;
        this.node.setAttribute("aria-valuenow", part.number);
        this.node.setAttribute("aria-valuetext", title);
    }

    #down(event) {
        if (event.button !== 0) return;
        this.#isDragging = true;
        this.node.classList.add("dragging");
        this.node.setPointerCapture(event.pointerId);
        this.#drag(event);
    }

    #drag(event) {
        const bounds = this.node.firstChild.getBoundingClientRect();
        const share = Math.min(1, Math.max(0, (event.clientY - bounds.top) / bounds.height));
        this.#grid.goTo(share * this.#range);
    }

    #drop() {
        this.#isDragging = false;
        this.node.classList.remove("dragging");
    }

    #key(event) {
        const { parts } = this.#grid.layout;
        const current = this.#grid.currentPart;
        const year = (part) => Math.floor((part.month ?? -1) / 12);
        const target = {
            ArrowDown: () => parts[current.number + 1],
            ArrowUp: () => parts[current.number - 1],
            PageDown: () => parts.find((part) => part.number > current.number && year(part) < year(current)),
            PageUp: () => parts.findLast((part) => part.number < current.number && year(part) > year(current)),
            Home: () => parts[0],
            End: () => parts.at(-1),
        }[event.key];
        if (!target) return;
        event.preventDefault();
        const part = target();
        if (part) this.#grid.showPart(part);
    }
}
