// The map: where photos were taken, gathered in clusters. It is drawn from what the agent has, and asks nobody else.

import { get, isCancellation, thumbnailPath } from "./api.js";
import { announce, button, element, iconButton } from "./dom.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { MapDrawing } from "./mapdrawing.js";
import { MapViewport } from "./mapprojection.js";
import { placeTitle } from "./placenames.js";
import { counted, inRow, number } from "./words.js";

/** Milliseconds after the last move before clusters are asked for. */
const pause = 120;
/** Pixels of one press of an arrow key. */
const step = 80;
const zoomStep = 2;
/** Pixels that a pointer may move in a click. */
const clickSlack = 5;

export class MapView {
    #open;
    #view = new MapViewport();
    #drawing;
    #clusters = [];
    #request = null;
    #timer = 0;
    #frame = 0;
    #pointers = new Map();
    #moved = 0;
    /** Whether what is on the map is said once it is known. */
    #speaks = true;
    #resize;
    #scheme = matchMedia("(prefers-color-scheme: dark)");
    #redraw = () => this.#draw();

    /** Calls `open({area, title})` with a cluster that the person wants to look at. */
    constructor(open) {
        this.#open = open;
        this.canvas = element("canvas", { class: "map-canvas", "aria-hidden": "true" });
        this.layer = element("div", { class: "map-clusters" });
        this.empty = element("p", { class: "map-empty", hidden: true }, localized("No photos have a place."));
        this.zoomIn = iconButton(icon("larger"), localized("Zoom in"), () => this.#zoom(zoomStep));
        this.zoomOut = iconButton(icon("smaller"), localized("Zoom out"), () => this.#zoom(1 / zoomStep));
        this.scroller = element(
            "div",
            {
                class: "map-view", role: "group", tabindex: "0",
                "aria-label": localized("Map. Arrow keys move it, plus and minus zoom."),
                onkeydown: (event) => this.#key(event),
            },
            this.canvas, this.layer
        );
        this.node = element(
            "div", { class: "map" }, this.scroller,
            element(
                "div", { class: "map-tools", role: "toolbar", "aria-label": localized("Map") }, this.zoomIn, this.zoomOut,
                iconButton(icon("world"), localized("Whole world"), () => {
                    this.#change(() => this.#view.showWorld());
                })
            ),
            this.empty
        );
        this.#drawing = new MapDrawing(this.canvas, this.#view);
        this.#listen();
        this.#resize = new ResizeObserver(() => this.#resized());
        this.#resize.observe(this.scroller);
        this.#scheme.addEventListener("change", this.#redraw);
        this.#drawing.load();
    }

    focus() { this.scroller.focus(); }

    close() {
        this.#resize.disconnect();
        this.#scheme.removeEventListener("change", this.#redraw);
        this.#request?.abort();
        clearTimeout(this.#timer);
        cancelAnimationFrame(this.#frame);
    }

    /** The library has changed. */
    refresh() { this.#askSoon(); }

    /** The person has come back to the map. */
    shownAgain() {
        this.#speaks = true;
        this.#askSoon();
    }

    #resized() {
        const { clientWidth: width, clientHeight: height } = this.scroller;
        if (width === 0) return;
        const isFirst = this.#view.width !== width && this.#clusters.length === 0;
        this.#view.resize(width, height);
        if (isFirst) this.#view.showWorld();
        this.#changed();
    }

    // The person moves the map

    #listen() {
        const on = (name, action, options) => this.scroller.addEventListener(name, action, options);
        on("pointerdown", (event) => {
            if (event.button !== 0) return;
            this.#pointers.set(event.pointerId, this.#point(event));
            if (this.#pointers.size === 1) this.#moved = 0;
        });
        on("pointermove", (event) => this.#dragged(event));
        for (const name of ["pointerup", "pointercancel"]) on(name, (event) => this.#pointers.delete(event.pointerId));
        // A drag that ends on a cluster opens nothing.
        on("click", (event) => {
            if (this.#moved <= clickSlack) return;
            event.stopPropagation();
            event.preventDefault();
        }, { capture: true });
        on("wheel", (event) => {
            event.preventDefault();
            const { left, top } = this.#point(event);
            const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
            this.#view.zoom(2 ** (-event.deltaY * lines / 240), left, top);
            this.#changed();
        }, { passive: false });
        on("dblclick", (event) => {
            if (event.target.closest("button")) return;
            const { left, top } = this.#point(event);
            this.#view.zoom(zoomStep, left, top);
            this.#changed();
        });
    }

    #point(event) {
        const bounds = this.scroller.getBoundingClientRect();
        return { left: event.clientX - bounds.left, top: event.clientY - bounds.top };
    }

    /** One pointer moves the map, two zoom it as well. */
    #dragged(event) {
        const before = this.#pointers.get(event.pointerId);
        if (!before) return;
        const after = this.#point(event);
        const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
        this.#pointers.set(event.pointerId, after);
        const distance = Math.hypot(after.left - before.left, after.top - before.top);
        this.#moved += distance;
        if (distance === 0) return;
        if (this.#moved > clickSlack && !this.scroller.hasPointerCapture(event.pointerId)) {
            this.scroller.setPointerCapture(event.pointerId);
        }
        const share = other ? 0.5 : 1;
        this.#view.move((after.left - before.left) * share, (after.top - before.top) * share);
        if (other) {
            const spread = (point) => Math.max(1, Math.hypot(point.left - other.left, point.top - other.top));
            this.#view.zoom(
                spread(after) / spread(before), (after.left + other.left) / 2, (after.top + other.top) / 2
            );
        }
        this.#changed();
    }

    #key(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const actions = {
            ArrowLeft: () => this.#view.move(step, 0), ArrowRight: () => this.#view.move(-step, 0),
            ArrowUp: () => this.#view.move(0, step), ArrowDown: () => this.#view.move(0, -step),
            "+": () => this.#view.zoom(zoomStep), "=": () => this.#view.zoom(zoomStep),
            "-": () => this.#view.zoom(1 / zoomStep), Home: () => this.#view.showWorld(),
        };
        const action = actions[event.key];
        if (!action) return;
        event.preventDefault();
        this.#change(action);
    }

    #zoom(factor) { this.#change(() => this.#view.zoom(factor)); }

    /** What is done without looking is said. */
    #change(action) {
        action();
        this.#speaks = true;
        this.#changed();
    }

    #changed() {
        // A disabled button would lose the focus.
        this.zoomIn.setAttribute("aria-disabled", String(!this.#view.canZoomIn));
        this.zoomOut.setAttribute("aria-disabled", String(!this.#view.canZoomOut));
        this.#askSoon();
        if (this.#frame !== 0) return;
        this.#frame = requestAnimationFrame(() => {
            this.#frame = 0;
            this.#draw();
        });
    }

    #draw() {
        this.#drawing.draw();
        for (const { cluster, node } of this.#clusters) {
            const { left, top } = this.#view.place(cluster.longitude, cluster.latitude);
            node.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
        }
    }

    // Clusters

    #askSoon() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#ask(), pause);
    }

    async #ask() {
        if (this.scroller.clientWidth === 0) return;
        this.#request?.abort();
        const request = new AbortController();
        this.#request = request;
        const { west, east, level, rows } = this.#view.cells;
        try {
            const query = new URLSearchParams({ west, east, level, rows: rows.join(",") });
            this.#show(await get(`/api/map?${query}`, request.signal));
        } catch (error) {
            if (isCancellation(error)) return;
            this.empty.hidden = false;
            this.empty.textContent = localized("The map cannot be loaded: {reason}", { reason: error.message });
        }
    }

    #show({ count, clusters, towns }) {
        const focused = this.#clusters.find(({ node }) => node === document.activeElement)?.cluster.id;
        this.#clusters = clusters.map((cluster) => ({ cluster, node: this.#node(cluster) }));
        this.layer.replaceChildren(...this.#clusters.map(({ node }) => node));
        if (focused !== undefined) {
            (this.#clusters.find(({ cluster }) => cluster.id === focused)?.node ?? this.scroller).focus();
        }
        this.empty.hidden = count > 0;
        this.empty.textContent = localized("No photos have a place.");
        this.#drawing.towns = towns;
        this.#draw();
        this.node.dataset.photos = count;
        if (!this.#speaks) return;
        this.#speaks = false;
        const shown = clusters.reduce((sum, cluster) => sum + cluster.count, 0);
        announce(localized("{photos} in {places} on the map", {
            photos: counted(shown), places: counted(clusters.length, "place"),
        }));
    }

    #node(cluster) {
        const title = placeTitle(cluster.place)
            ?? `${cluster.latitude.toFixed(1)}, ${cluster.longitude.toFixed(1)}`;
        return button(
            [
                element("img", { alt: "", src: thumbnailPath(cluster), draggable: "false" }),
                cluster.count > 1 ? element("span", { class: "map-count" }, number(cluster.count)) : null,
            ],
            () => this.#open({ area: cluster.area, title }),
            { class: "map-cluster", "aria-label": inRow(counted(cluster.count), title), title }
        );
    }
}
