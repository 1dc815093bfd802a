// One photo, large.

import { get, isCancellation, previewPath, thumbnailPath } from "./api.js";
import { button, element, iconButton } from "./dom.js";
import { icon } from "./icons.js";
import { fileSize, itemTitle, longDate, number } from "./words.js";

const sizes = [1024, 2048];

export class Preview {
    #source;
    #index;
    #isSelected;
    #toggle;
    #request = null;

    /**
     * `toggle(index)` selects or deselects; `isSelected(item)` says which; `selectTitle(isSelected)` names the button;
     * `closed(index)` gets the last photo.
     */
    constructor({ source, index, isSelected, toggle, selectTitle, closed }) {
        this.#source = source;
        this.#index = index;
        this.#isSelected = isSelected;
        this.#toggle = toggle;
        this.selectTitle = selectTitle;
        this.picture = element("div", { class: "preview-picture" });
        this.title = element("h2", { class: "preview-title" });
        this.details = element("dl", { class: "preview-details", hidden: true });
        this.select = button("", () => { this.#toggle(this.#index); this.refresh(); }, { class: "primary" });
        this.previous = iconButton(icon("back"), "Previous", () => this.#step(-1), { class: "icon-button previous" });
        this.next = iconButton(icon("forward"), "Next", () => this.#step(1), { class: "icon-button next" });
        this.info = iconButton(icon("info"), "Details", () => this.#toggleDetails(), { "aria-pressed": "false" });
        this.node = element(
            "dialog",
            {
                class: "preview", "aria-label": "Preview",
                onkeydown: (event) => this.#key(event),
                onclose: () => {
                    this.#request?.abort();
                    this.node.remove();
                    closed(this.#index);
                },
            },
            element(
                "header", { class: "preview-bar" },
                iconButton(icon("close"), "Close", () => this.node.close()), this.title, this.info, this.select
            ),
            element("div", { class: "preview-stage" }, this.previous, this.picture, this.next),
            this.details
        );
        document.body.append(this.node);
        this.node.showModal();
        this.select.focus();
        this.#show();
    }

    close() { if (this.node.open) this.node.close(); }

    get #direction() { return getComputedStyle(this.node).direction === "rtl" ? -1 : 1; }

    #key(event) {
        if (event.key === "ArrowRight") this.#step(this.#direction);
        else if (event.key === "ArrowLeft") this.#step(-this.#direction);
        else if (event.key === " " && event.target === this.node) this.select.click();
        else return;
        event.preventDefault();
    }

    #step(by) {
        const index = this.#index + by;
        if (index < 0 || index >= this.#source.count) return;
        this.#index = index;
        this.#show();
    }

    /** Shows whether the photo is selected. */
    refresh() {
        const item = this.#source.item(this.#index);
        if (!item) return;
        const isSelected = this.#isSelected(item);
        this.select.textContent = this.selectTitle(isSelected);
        this.node.classList.toggle("is-selected", isSelected);
    }

    async #show() {
        this.#request?.abort();
        const request = new AbortController();
        this.#request = request;
        const index = this.#index;
        this.previous.disabled = index === 0;
        this.next.disabled = index === this.#source.count - 1;
        let item;
        try {
            item = this.#source.item(index) ?? (await this.#source.range(index, index + 1))[0];
        } catch (error) {
            this.title.textContent = error.message;
            return;
        }
        if (!item || request.signal.aborted) return;
        this.#source.need(Math.max(0, index - 1), Math.min(this.#source.count, index + 2));
        this.title.textContent = itemTitle(item);
        this.select.textContent = this.selectTitle(this.#isSelected(item));
        const longest = Math.max(innerWidth, innerHeight) * devicePixelRatio;
        const size = sizes.find((size) => size >= longest) ?? sizes.at(-1);
        const small = element("img", { class: "preview-small", alt: "", src: thumbnailPath(item) });
        const large = element("img", { class: "preview-large", alt: itemTitle(item), src: previewPath(item, size) });
        large.addEventListener("load", () => small.remove());
        large.addEventListener("error", () => {
            large.remove();
            this.picture.append(element("p", { class: "preview-failure" }, "This photo cannot be shown."));
        });
        this.picture.replaceChildren(small, large);
        if (item.kind === "video") this.picture.append(element("span", { class: "preview-play" }, icon("play")));
        if (!this.details.hidden) await this.#showDetails(item, request.signal);
    }

    #toggleDetails() {
        this.details.hidden = !this.details.hidden;
        this.info.setAttribute("aria-pressed", String(!this.details.hidden));
        const item = this.#source.item(this.#index);
        if (!this.details.hidden && item) this.#showDetails(item, this.#request.signal);
    }

    async #showDetails(item, signal) {
        try {
            const details = await get(`/api/details/${item.id}`, signal);
            if (signal.aborted) return;
            const place = details.place;
            const rows = [
                ["Title", details.title],
                ["Caption", details.caption],
                ["Keywords", (details.keywords ?? []).join(", ")],
                ["Taken", details.date ? longDate(details.date) : null],
                ["Place", place ? `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}` : null],
                ["People", (details.people ?? []).join(", ")],
                ["Camera", details.camera],
                ["Lens", details.lens],
                ["Exposure", details.exposure],
                ["Damaged", details.damage],
                ["File", details.filename],
                ["Size", `${number(details.width)} × ${number(details.height)}${
                    details.fileSize ? `, ${fileSize(details.fileSize)}` : ""}`],
            ];
            this.details.replaceChildren(...rows.filter(([, value]) => value).flatMap(([name, value]) => [
                element("dt", {}, name), element("dd", { dir: "auto" }, value),
            ]));
        } catch (error) {
            if (!isCancellation(error)) this.details.replaceChildren(element("dd", {}, error.message));
        }
    }
}

/** "Select" and "Deselect". */
export function selectTitle(isSelected) { return isSelected ? "Deselect" : "Select"; }
