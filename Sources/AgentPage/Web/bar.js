// The bar of a picker: what is chosen, and the buttons that end it.

import { button, element, uniqueID } from "./dom.js";
import { localized } from "./localized.js";

export class PickerBar {
    #options;

    /** `options`: of the photo browser's, title, subtitle(), confirmTitle(count), canConfirm(), confirm(), cancel(). */
    constructor(options) {
        this.#options = options;
        const hasActions = !options.disabled.has("selectionActions");
        this.titleID = uniqueID("title");
        this.subtitle = element("p", { class: "bar-subtitle" }, options.subtitle());
        this.confirm = button("", () => options.confirm(), { class: "primary confirm" });
        this.node = element(
            "header", { class: "bar" },
            button(hasActions ? localized("Cancel") : localized("Close"), options.cancel, { class: "plain cancel" }),
            element(
                "div", { class: "bar-title" }, element("h1", { id: this.titleID }, options.title), this.subtitle
            ),
            hasActions ? this.confirm : element("span")
        );
    }

    refresh(count) {
        this.confirm.textContent = this.#options.confirmTitle(count);
        this.confirm.disabled = !this.#options.canConfirm();
        this.confirm.hidden = this.#options.picksAtOnce === true;
        this.subtitle.textContent = this.#options.subtitle();
    }

    /** Handles a key that ends the picker. */
    pressed(event) {
        if (event.key === "Escape") {
            this.#options.cancel();
        } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !this.confirm.disabled) {
            this.#options.confirm();
        } else {
            return false;
        }
        return true;
    }
}
