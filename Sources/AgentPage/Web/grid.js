// The grid: a list box of which only the rows near the viewport exist. The keyboard's cursor is an index, exposed as
// aria-activedescendant, so that it does not matter which rows exist.
//
// Dispatches "toggle" {index, extend}, "open" {index}, "all", "scroll" and "layout".

import { GridCells } from "./cells.js";
import { element } from "./dom.js";
import { pressed } from "./keyboard.js";
import { GridLayout } from "./layout.js";
import { thumbnails } from "./thumbnails.js";
import { begin, finish, firstTime } from "./timing.js";
import { number, partTitle } from "./words.js";

/** Browsers limit elements to 17 to 33 million pixels. A higher grid scrolls at a scale. */
const maximumHeight = 8_000_000;
/** Photos from which on there is a rail of months. Not a height: the rail changes the height. */
const railFrom = 100;
/** Screens of rows that exist beyond the viewport. */
const overscan = 0.5;
/** Milliseconds without scrolling before the scroll bar is realigned with a scaled position. */
const settlingTime = 150;
/** Sizes of photos, in parts of the usual one, and the least number of them side by side. */
const sizes = [[0.6, 4], [1, 3], [1.7, 2], [3, 1]];
const usualSize = 1;

export class PhotoGrid extends EventTarget {
    #source;
    #rows = new Map();
    #cells;
    #frame = 0;
    #position = 0;
    #lastScroll = 0;
    #shift = 0;
    #settling = 0;
    #resize;
    #size;
    /** Whether other photos are on their way in place of these. */
    #isStale = false;
    #isClosed = false;

    constructor({ source, selection, label }) {
        super();
        this.#cells = new GridCells(selection, () => this.#checkSettled());
        this.active = -1;
        this.#size = usualSize;
        this.layer = element("div", { class: "grid-layer", role: "presentation" });
        this.heading = element("div", { class: "grid-heading grid-heading-fixed", "aria-hidden": "true" });
        this.scroller = element(
            "div",
            {
                class: "grid", role: "listbox", tabindex: "0", "aria-label": label, "aria-multiselectable": "true",
                onscroll: () => this.#scrolled(), onkeydown: (event) => pressed(event, this),
                onfocus: () => {
                    if (this.active < 0 && this.layout.count > 0) this.activate(this.firstVisible); else this.#mark();
                },
            },
            this.layer
        );
        this.node = element("div", { class: "grid-frame" }, this.scroller, this.heading);
        this.layout = new GridLayout({ width: 300, count: 0, months: [], cellWidth: 100 });
        this.#resize = new ResizeObserver(() => this.#relayout(true));
        this.#resize.observe(this.scroller);
        this.onItems = (event) => this.#filled(event.detail);
        this.onChange = () => this.#sourceChanged();
        this.onFailure = () => this.#setStale(false);
        this.source = source;
    }

    close() {
        this.#isClosed = true;
        this.#resize.disconnect();
        cancelAnimationFrame(this.#frame);
        clearTimeout(this.#settling);
        this.#clear();
        this.#setStale(false);
        this.#listen(this.#source, "removeEventListener");
    }

    get source() { return this.#source; }

    set source(source) {
        if (this.#source) this.#listen(this.#source, "removeEventListener");
        this.#source = source;
        this.#listen(source, "addEventListener");
        this.#position = 0;
        this.active = -1;
        this.#sourceChanged();
    }

    #listen(source, method) {
        source[method]("items", this.onItems);
        source[method]("change", this.onChange);
        source[method]("failure", this.onFailure);
    }

    /** The next change of the source starts at the top, with other photos than these. */
    startOver() {
        this.#position = 0;
        this.active = -1;
        this.#setStale(true);
    }

    /** Pictures of photos that are about to go would hold up those that come. */
    #setStale(isStale) {
        this.#isStale = isStale;
        thumbnails.isHeld = isStale;
    }

    /** Shows photos smaller (-1) or larger (1). */
    resize(step) {
        if (!this.canResize(step)) return;
        this.#size += step;
        this.#relayout(true);
    }

    canResize(step) { return sizes[this.#size + step] !== undefined; }

    get viewHeight() { return this.scroller.clientHeight; }
    get #maximumPosition() { return Math.max(0, this.layout.height - this.viewHeight); }
    get #isScaled() { return this.layout.height > maximumHeight; }
    get position() { return this.#position; }
    get firstVisible() { return this.#itemAt(this.#position + this.layout.headingHeight); }

    /** The part at the top of the screen. */
    get currentPart() { return this.layout.partAt(this.#position + 1); }

    /** Scrolls to a position in pixels from the top of the whole. */
    scrollTo(position) {
        this.#position = Math.min(Math.max(0, position), this.#maximumPosition);
        this.#align();
        this.#render();
    }

    /** Scrolls to the heading of a month or another part. */
    showPart(part) { this.goTo(part.top); }

    /** Scrolls to a position that may be far away. */
    goTo(position) {
        begin("month");
        this.scrollTo(position);
    }

    /** Scrolls no further than needed. */
    reveal(index) {
        const top = this.layout.topOf(index);
        if (top - this.layout.headingHeight < this.#position) {
            this.scrollTo(top - this.layout.headingHeight);
        } else if (top + this.layout.cell > this.#position + this.viewHeight) {
            this.scrollTo(top + this.layout.cell - this.viewHeight);
        }
    }

    #scrolled() {
        const scroll = this.scroller.scrollTop;
        const moved = scroll - this.#lastScroll;
        if (moved === 0) return;
        this.#lastScroll = scroll;
        if (!this.#isScaled) {
            this.#position = scroll;
        } else {
            const range = maximumHeight - this.viewHeight;
            // The wheel moves by pixels, the scroll bar by a share of the whole.
            const next = Math.abs(moved) <= 2 * this.viewHeight
                ? this.#position + moved : scroll / range * this.#maximumPosition;
            this.#position = Math.min(Math.max(0, next), this.#maximumPosition);
            this.#shift = this.#position - scroll;
            clearTimeout(this.#settling);
            if (scroll <= 0 || scroll >= range) {
                this.#align();
            } else {
                this.#settling = setTimeout(() => { this.#align(); this.#render(); }, settlingTime);
            }
        }
        this.#renderSoon();
    }

    /** Aligns the scroll bar with the position. */
    #align() {
        const scroll = this.#isScaled
            ? this.#position / this.#maximumPosition * (maximumHeight - this.viewHeight) : this.#position;
        this.scroller.scrollTop = scroll;
        this.#lastScroll = this.scroller.scrollTop;
        this.#shift = this.#isScaled ? this.#position - this.#lastScroll : 0;
        if (!this.#isScaled) this.#position = this.#lastScroll;
    }

    #sourceChanged() {
        this.#clear();
        this.#setStale(false);
        this.#relayout(false);
    }

    #relayout(keepsPlace) {
        this.hasRail = this.#source.months.length > 1 && this.#source.count >= railFrom;
        // Before measuring, because the rail takes some of the width.
        this.scroller.classList.toggle("has-rail", this.hasRail);
        const width = this.layer.clientWidth;
        if (width === 0) return;
        const anchor = keepsPlace && this.layout.count > 0 && this.#position > 0 ? this.firstVisible : null;
        const [factor, minimumColumns] = sizes[this.#size];
        const cellWidth = Math.min(170, Math.max(96, width / 7)) * factor;
        this.layout = new GridLayout({
            width, cellWidth, minimumColumns, count: this.#source.count, months: this.#source.months,
        });
        this.#clear();
        this.scroller.style.setProperty("--columns", this.layout.columns);
        this.layer.style.height = `${Math.min(this.layout.height, maximumHeight)}px`;
        if (this.active >= this.layout.count) this.active = this.layout.count - 1;
        if (anchor !== null && anchor < this.layout.count) {
            this.#position = this.layout.topOf(anchor) - this.layout.headingHeight;
        }
        this.dispatchEvent(new CustomEvent("layout"));
        this.scrollTo(this.#position);
    }

    #itemAt(position) {
        const part = this.layout.partAt(position);
        if (!part) return 0;
        const row = Math.max(0, Math.floor((position - part.rowsTop) / this.layout.rowHeight));
        return Math.min(part.first + row * this.layout.columns, part.first + part.count - 1);
    }

    #renderSoon() {
        if (this.#frame !== 0) return;
        this.#frame = requestAnimationFrame(() => {
            this.#frame = 0;
            this.#render();
        });
    }

    #render() {
        if (this.#isClosed) return;
        const height = this.viewHeight;
        const wanted = this.layout.between(this.#position - height * overscan, this.#position + height * (1 + overscan));
        const keys = new Set(wanted.map((row) => row.key));
        for (const [key, node] of this.#rows) {
            if (!keys.has(key)) this.#drop(key, node);
        }
        const rows = wanted.filter((row) => row.part === undefined);
        if (rows.length > 0) this.#source.need(rows[0].first, rows.at(-1).first + rows.at(-1).count);
        let previous = null;
        for (const row of wanted) {
            let node = this.#rows.get(row.key);
            if (!node) {
                node = row.part ? this.#headingNode(row.part) : this.#cells.row(row, {
                    count: this.layout.count, isOnScreen: this.#isOnScreen(row.top), item: (index) => this.item(index),
                });
                this.#rows.set(row.key, node);
            }
            node.style.top = `${row.top - this.#shift}px`;
            const next = previous ? previous.nextSibling : this.layer.firstChild;
            if (next !== node) this.layer.insertBefore(node, next);
            previous = node;
            if (!row.part) this.#cells.setOnScreen(row, this.#isOnScreen(row.top));
        }
        this.#showHeading();
        this.#mark();
        this.#checkSettled();
        this.dispatchEvent(new CustomEvent("scroll"));
    }

    #isOnScreen(top) {
        return top + this.layout.cell > this.#position && top < this.#position + this.viewHeight;
    }

    #headingNode(part) {
        return element(
            "div", { class: "grid-heading", role: "presentation" },
            element("span", {}, partTitle(part)),
            element("span", { class: "grid-heading-count" }, number(part.count))
        );
    }

    #showHeading() {
        const part = this.layout.hasHeadings ? this.currentPart : undefined;
        this.heading.hidden = part === undefined || this.#position < part.top + this.layout.headingHeight / 2;
        if (part) this.heading.textContent = partTitle(part);
    }

    #filled({ from, to }) {
        this.#cells.fill(from, to, (index) => this.item(index));
        this.#checkSettled();
    }

    #drop(key, node) {
        this.#rows.delete(key);
        this.#cells.drop(node);
    }

    #clear() {
        for (const [key, node] of this.#rows) this.#drop(key, node);
    }

    /** Reports to the timings what is complete on the screen. */
    #checkSettled() {
        const { hasCells, hasItems, isSettled } = this.#cells.onScreen;
        if (hasItems && !this.#isStale) finish("search");
        if (hasCells && isSettled) {
            finish("month");
            firstTime("first-screen");
        }
        this.scroller.setAttribute("aria-busy", hasItems ? "false" : "true");
    }

    /** Shows the selection. */
    refreshSelection() { this.#cells.refreshSelection(); }

    item(index) { return this.#source.item(index); }

    /** Moves the keyboard's cursor. */
    activate(index, { reveals = true } = {}) {
        this.active = Math.min(Math.max(0, index), this.layout.count - 1);
        if (reveals && this.active >= 0) this.reveal(this.active);
        this.#mark();
    }

    #mark() {
        this.layer.querySelector(".cell.active")?.classList.remove("active");
        const cell = this.#cells.at(this.active);
        cell?.node.classList.add("active");
        if (cell) {
            // Those that a key may go to next are named before.
            const around = this.layout.columns + 1;
            if (this.scroller === document.activeElement) this.#cells.name(this.active - around, this.active + around + 1);
            this.scroller.setAttribute("aria-activedescendant", cell.node.id);
        } else {
            this.scroller.removeAttribute("aria-activedescendant");
        }
    }

    tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
