// The pointer on a grid: a click, a drag over several photos, a long press.

/** Milliseconds after which a press in place is a long one. */
const longPress = 500;
/** Pixels from an edge within which a drag scrolls. */
const edge = 48;

export class GridPointer {
    #grid;
    #actions;
    #press = null;
    #timer = 0;
    #scrolling = 0;
    #ignoresClick = false;

    /**
     * `actions`: click(index, extend, isMark), open(index), hold(index) for a long press, and drag: begin(index),
     * reach(from, to) and end(), where dragging selects. `carry(index, event)`: takes a press, and says so, where what
     * is pressed can be carried elsewhere.
     */
    constructor(grid, actions) {
        this.#grid = grid;
        this.#actions = actions;
        const on = (name, action) => grid.scroller.addEventListener(name, action);
        on("pointerdown", (event) => this.#down(event));
        on("pointermove", (event) => this.#move(event));
        on("pointerup", () => this.#end());
        on("pointercancel", () => this.#end());
        on("click", (event) => this.#click(event));
        on("contextmenu", (event) => { if (this.#press?.isTouch || this.#ignoresClick) event.preventDefault(); });
    }

    #index(target) {
        const cell = target instanceof Element ? target.closest(".cell") : null;
        return cell && this.#grid.scroller.contains(cell) ? Number(cell.dataset.index) : null;
    }

    #click(event) {
        if (this.#ignoresClick) {
            this.#ignoresClick = false;
            return;
        }
        const index = this.#index(event.target);
        if (index === null) return;
        if (event.target.closest(".enlarge")) {
            this.#actions.open(index);
        } else {
            this.#actions.click(index, event.shiftKey, event.target.closest(".mark") !== null || event.ctrlKey || event.metaKey);
        }
    }

    #down(event) {
        this.#ignoresClick = false;
        const index = this.#index(event.target);
        if (index === null || event.button !== 0 || event.target.closest(".enlarge")) return;
        if (this.#actions.carry?.(index, event)) return;
        const isTouch = event.pointerType !== "mouse";
        this.#press = {
            pointer: event.pointerId, index, last: index, isTouch, isDragging: false,
            x: event.clientX, y: event.clientY,
        };
        if (isTouch) {
            this.#timer = setTimeout(() => {
                this.#press = null;
                this.#ignoresClick = true;
                this.#actions.hold(index);
            }, longPress);
        }
    }

    #move(event) {
        const press = this.#press;
        if (press === null || event.pointerId !== press.pointer) return;
        if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > 10) clearTimeout(this.#timer);
        if (this.#actions.drag === null) return;
        const index = this.#index(document.elementFromPoint(event.clientX, event.clientY));
        if (!press.isDragging) {
            if (index === null || index === press.index) return;
            press.isDragging = true;
            this.#grid.scroller.setPointerCapture(press.pointer);
            this.#actions.drag.begin(press.index);
        }
        press.x = event.clientX;
        press.y = event.clientY;
        this.#reach(index);
        this.#scrollAtEdge();
    }

    #reach(index) {
        if (index === null || index === this.#press.last) return;
        this.#press.last = index;
        this.#actions.drag.reach(this.#press.index, index);
    }

    #scrollAtEdge() {
        if (this.#scrolling !== 0) return;
        const step = () => {
            this.#scrolling = 0;
            const press = this.#press;
            if (press === null || !press.isDragging) return;
            const bounds = this.#grid.scroller.getBoundingClientRect();
            const over = press.y < bounds.top + edge ? press.y - bounds.top - edge
                : press.y > bounds.bottom - edge ? press.y - bounds.bottom + edge : 0;
            if (over === 0) return;
            this.#grid.scrollTo(this.#grid.position + Math.max(-edge, Math.min(edge, over)) / 2);
            const y = Math.min(Math.max(press.y, bounds.top + 1), bounds.bottom - 1);
            this.#reach(this.#index(document.elementFromPoint(press.x, y)));
            this.#scrolling = requestAnimationFrame(step);
        };
        this.#scrolling = requestAnimationFrame(step);
    }

    #end() {
        clearTimeout(this.#timer);
        const press = this.#press;
        this.#press = null;
        if (press?.isDragging) {
            this.#ignoresClick = true;
            this.#actions.drag.end();
        }
    }
}
