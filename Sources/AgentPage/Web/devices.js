// The other devices of a library, and forgetting one that is lost.

import { ask } from "./dialogs.js";
import { button, element } from "./dom.js";
import { localized } from "./localized.js";
import { isolated, recentDate } from "./words.js";

export class DeviceList {
    #forget;
    #free;
    #known = "";
    #dialog = null;

    /** Calls `forget(device)` when the person confirms it, and `free` when they are no longer asked. */
    constructor(forget, free) {
        this.#forget = forget;
        this.#free = free;
        this.list = element("ul", { class: "rows" });
        this.node = element("section", { class: "group" }, element("h2", {}, localized("Other devices")), this.list);
    }

    get isAsking() { return this.#dialog !== null; }

    close() { this.#dialog?.remove(); }

    show(devices) {
        this.node.hidden = devices.length === 0;
        const known = JSON.stringify(devices);
        // A row that is pressed stays the same one.
        if (known === this.#known) return;
        this.#known = known;
        const focused = document.activeElement?.dataset?.device;
        this.list.replaceChildren(...devices.map((device) => this.#row(device)));
        if (focused) this.list.querySelector(`[data-device="${CSS.escape(focused)}"]`)?.focus();
    }

    #row(device) {
        const note = device.isForgotten ? localized("Forgotten")
            : device.lastSeen ? localized("Last heard of {date}", { date: recentDate(device.lastSeen) })
                : localized("Not heard of");
        return element(
            "li", { class: "row" },
            element(
                "span", { class: "row-text" },
                element("span", { class: "row-title", dir: "auto" }, device.title),
                element("span", { class: "row-note" }, note)
            ),
            device.isForgotten ? null : button(localized("Forget…"), () => this.#ask(device), {
                "data-device": device.identifier, "aria-label": localized("Forget {name}…", { name: isolated(device.title) }),
            })
        );
    }

    #ask(device) {
        this.#dialog = ask({
            title: localized("Forget “{name}”?", { name: isolated(device.title) }),
            body: [element(
                "p", { class: "sheet-text" },
                localized("For a device that is lost: nobody waits for it any more. What it had sent stays. Should it come "
                    + "back, it joins anew, and nothing is lost.")
            )],
            answers: (close) => [
                button(localized("Forget"), () => {
                    close();
                    this.#forget(device);
                }, { class: "destructive", "data-answer": "forget" }),
                button(localized("Cancel"), close, { "data-answer": "cancel" }),
            ],
            closed: () => {
                this.#dialog = null;
                this.#free();
            },
        });
    }
}
