// One photo, large.

import { downloadPath, filePath, get, isCancellation, previewPath, thumbnailPath } from "./api.js";
import { announce, button, element, iconButton } from "./dom.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { Movie } from "./movie.js";
import { placeTitle } from "./placenames.js";
import { fileSize, inRow, itemTitle, longDate, number } from "./words.js";
import { Zoom } from "./zoom.js";

const sizes = [1024, 2048];
/** Pixels of a picture that somebody looks at closely. */
const closeSize = 4096;
/** Photos to either side among which one is looked for after a change. */
const nearby = 100;

export class Preview {
    #source;
    #index;
    #isSelected;
    #toggle;
    #request = null;
    #movie = null;
    #isPressed = false;
    #tools;
    #downloads;
    #pressed;
    #item = null;
    #onChange = () => this.#sourceChanged();

    /**
     * `toggle(index)` selects or deselects; `isSelected(item)` says which; `selectTitle(isSelected)` names the button;
     * `closed(index)` gets the last photo. `tools(item)`: further buttons for a photo.
     * `downloads`: whether its files can be had. `pressed(event)` handles further keys, and says so.
     */
    constructor({
        source, index, isSelected, toggle, selectTitle, closed, tools = () => [], downloads = false, pressed = () => false,
    }) {
        this.#source = source;
        this.#index = index;
        this.#isSelected = isSelected;
        this.#toggle = toggle;
        this.selectTitle = selectTitle;
        this.#tools = tools;
        this.#downloads = downloads;
        this.#pressed = pressed;
        this.tools = element("span", { class: "preview-tools" });
        this.picture = element("div", { class: "preview-picture" });
        this.zoom = new Zoom(this.picture, {
            closer: () => this.#showCloser(),
            turn: (by) => this.#step(by * this.#direction),
            close: () => this.close(),
        });
        this.live = iconButton(icon("live"), localized("Play the Live Photo"), () => this.#playLive(true), { hidden: true });
        this.title = element("h2", { class: "preview-title" });
        this.details = element("dl", { class: "preview-details", hidden: true });
        this.select = button("", () => { this.#toggle(this.#index); this.refresh(); }, { class: "primary" });
        this.previous = iconButton(icon("back"), localized("Previous"), () => this.#step(-1), { class: "icon-button previous" });
        this.next = iconButton(icon("forward"), localized("Next"), () => this.#step(1), { class: "icon-button next" });
        this.info = iconButton(icon("info"), localized("Details"), () => this.#toggleDetails(), { "aria-pressed": "false" });
        this.node = element(
            "dialog",
            {
                class: "preview", "aria-label": localized("Preview"),
                onkeydown: (event) => this.#key(event),
                onclose: () => {
                    this.#request?.abort();
                    source.removeEventListener("change", this.#onChange);
                    this.#endMovie();
                    this.node.remove();
                    closed(this.#index);
                },
            },
            element(
                "header", { class: "preview-bar" },
                iconButton(icon("close"), localized("Close"), () => this.node.close()), this.title, this.live,
                this.tools, this.info, this.select
            ),
            element("div", { class: "preview-stage" }, this.previous, this.picture, this.next),
            this.details
        );
        // A Live Photo moves as long as it is pressed.
        this.picture.addEventListener("pointerdown", (event) => {
            if (!this.live.hidden && event.isPrimary) this.#playLive(false);
        });
        for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
            this.picture.addEventListener(name, () => { if (this.#isPressed) this.#endMovie(); });
        }
        source.addEventListener("change", this.#onChange);
        document.body.append(this.node);
        this.node.showModal();
        this.select.focus();
        this.#show();
    }

    close() { if (this.node.open) this.node.close(); }

    get #direction() { return getComputedStyle(this.node).direction === "rtl" ? -1 : 1; }

    #key(event) {
        // A movie's own controls have these keys.
        if (event.target.closest("video")) return;
        if (this.#pressed(event) || this.zoom.pressed(event.key)) {
            event.preventDefault();
            return;
        }
        if (event.key === "ArrowRight") this.#step(this.#direction);
        else if (event.key === "ArrowLeft") this.#step(-this.#direction);
        else if (event.key === " " && this.#movie && event.target === this.node) this.#toggleMovie();
        else if (event.key === " " && event.target === this.node) this.select.click();
        else return;
        event.preventDefault();
    }

    #step(by) {
        const index = this.#index + by;
        if (index < 0 || index >= this.#source.count) return;
        this.#index = index;
        this.#show(true);
    }

    /** The library has changed: the photo may be elsewhere in the result, or gone. */
    async #sourceChanged() {
        const source = this.#source;
        if (source.count === 0) {
            this.close();
            return;
        }
        const former = this.#item;
        const index = Math.min(this.#index, source.count - 1);
        const from = Math.max(0, index - nearby);
        let found;
        try {
            found = await source.range(from, Math.min(source.count, index + nearby));
        } catch (error) {
            this.title.textContent = error.message;
            return;
        }
        if (!this.node.open) return;
        const moved = former === null ? -1 : found.findIndex((item) => item?.id === former.id);
        this.#index = moved < 0 ? index : from + moved;
        const item = found[this.#index - from] ?? null;
        if (item !== null && former !== null && item.id === former.id && item.version === former.version
            && item.favorite === former.favorite) {
            this.#showPlace();
        } else {
            this.#show(item?.id !== former?.id);
        }
    }

    #showPlace() {
        this.previous.disabled = this.#index === 0;
        this.next.disabled = this.#index === this.#source.count - 1;
    }

    #showTools(item) {
        const focused = this.tools.contains(document.activeElement) ? document.activeElement.dataset.action : null;
        this.tools.replaceChildren(...this.#tools(item));
        if (focused !== null) {
            (this.tools.querySelector(`[data-action="${CSS.escape(focused)}"]`) ?? this.select).focus();
        }
    }

    /** Shows whether the photo is selected. */
    refresh() {
        const item = this.#source.item(this.#index);
        if (!item) return;
        const isSelected = this.#isSelected(item);
        this.select.textContent = this.selectTitle(isSelected);
        this.node.classList.toggle("is-selected", isSelected);
    }

    #endMovie() {
        this.#movie?.end();
        this.#movie?.video.remove();
        this.#movie = null;
        this.#isPressed = false;
    }

    #toggleMovie() {
        const { video } = this.#movie;
        if (video.paused) video.play(); else video.pause();
    }

    /** Plays what belongs to a Live Photo: once, or as long as it is pressed. */
    #playLive(isOnce) {
        const item = this.#source.item(this.#index);
        if (!item || this.#movie) return;
        const video = element("video", { class: "preview-movie preview-live", autoplay: true, playsinline: true });
        const movie = new Movie(item, "live", video, () => { if (this.#movie === movie) this.#endMovie(); });
        this.#movie = movie;
        this.#isPressed = !isOnce;
        if (isOnce) video.addEventListener("ended", () => { if (this.#movie === movie) this.#endMovie(); });
        this.picture.append(video);
    }

    /** A movie with its controls, before a picture of it. */
    #showMovie(item, small, size) {
        const video = element("video", {
            class: "preview-movie", controls: true, playsinline: true, preload: "metadata",
            poster: previewPath(item, size), "aria-label": itemTitle(item),
        });
        video.addEventListener("loadeddata", () => small.remove(), { once: true });
        const failed = (reason) => this.#failed(localized("This movie cannot be played: {reason}", { reason }));
        this.#movie = new Movie(item, "shown", video, failed);
        this.picture.replaceChildren(small, video);
    }

    #failed(text) {
        this.#endMovie();
        this.picture.append(element("p", { class: "preview-failure" }, text));
    }

    /** More pixels of the picture, once somebody looks closer. */
    #showCloser() {
        const item = this.#source.item(this.#index);
        const large = this.picture.querySelector(".preview-large");
        if (!item || !large || item.animated || large.dataset.close) return;
        large.dataset.close = "1";
        large.src = previewPath(item, closeSize);
    }

    /** `isNew`: whether the person is to hear that it is another photo. */
    async #show(isNew = false) {
        this.#request?.abort();
        this.#endMovie();
        this.zoom.reset();
        const request = new AbortController();
        this.#request = request;
        const index = this.#index;
        this.#showPlace();
        let item;
        try {
            item = this.#source.item(index) ?? (await this.#source.range(index, index + 1))[0];
        } catch (error) {
            this.title.textContent = error.message;
            return;
        }
        if (!item || request.signal.aborted) return;
        this.#item = item;
        this.#showTools(item);
        this.#source.need(Math.max(0, index - 1), Math.min(this.#source.count, index + 2));
        this.title.textContent = itemTitle(item);
        if (isNew) {
            const place = localized("{number} of {total}", { number: index + 1, total: this.#source.count });
            announce(inRow(this.title.textContent, place));
        }
        this.select.textContent = this.selectTitle(this.#isSelected(item));
        const longest = Math.max(innerWidth, innerHeight) * devicePixelRatio;
        const size = sizes.find((size) => size >= longest) ?? sizes.at(-1);
        this.live.hidden = item.kind !== "livePhoto";
        const small = element("img", { class: "preview-small", alt: "", src: thumbnailPath(item) });
        if (item.kind === "video") {
            this.#showMovie(item, small, size);
            if (!this.details.hidden) await this.#showDetails(item, request.signal);
            return;
        }
        const path = item.animated ? filePath(item) : previewPath(item, size);
        const large = element("img", { class: "preview-large", alt: itemTitle(item), src: path, draggable: "false" });
        large.addEventListener("load", () => small.remove());
        large.addEventListener("error", () => {
            large.remove();
            this.#failed(localized("This photo cannot be shown."));
        });
        this.picture.replaceChildren(small, large);
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
                [localized("Title"), details.title],
                [localized("Caption"), details.caption],
                [localized("Keywords"), (details.keywords ?? []).join(", ")],
                [localized("Taken"), details.date ? longDate(details.date) : null],
                [localized("Place"), placeTitle(place?.name)],
                [
                    localized("Coordinates"),
                    place ? `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}` : null,
                ],
                [localized("People"), (details.people ?? []).join(", ")],
                [localized("Camera"), details.camera],
                [localized("Lens"), details.lens],
                [localized("Exposure"), details.exposure],
                [
                    localized("Rating"),
                    details.rating > 0 ? localized("{stars} of 5", { stars: details.rating }) : null,
                ],
                [localized("Damaged"), details.damage],
                [localized("Size"), `${number(details.width)} × ${number(details.height)}${
                    details.fileSize ? `, ${fileSize(details.fileSize)}` : ""}`],
            ];
            const files = details.files.map((file) => [
                file.isEdit ? localized("Edited file") : localized("File"),
                this.#downloads ? element(
                    "a", { href: downloadPath(item, file.kind), download: file.name }, file.name,
                    element("span", { class: "file-size" }, fileSize(file.size))
                ) : file.name,
            ]);
            this.details.replaceChildren(
                ...[...rows, ...files].filter(([, value]) => value).flatMap(([name, value]) => [
                    element("dt", {}, name), element("dd", { dir: "auto" }, value),
                ])
            );
        } catch (error) {
            if (!isCancellation(error)) this.details.replaceChildren(element("dd", {}, error.message));
        }
    }
}

/** "Select" and "Deselect". */
export function selectTitle(isSelected) { return isSelected ? localized("Deselect") : localized("Select"); }
