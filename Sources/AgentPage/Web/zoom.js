// Looking closer at a picture: by wheel, double click, keys and two fingers; moved by dragging. A finger that goes
// sideways over a picture in its own size turns the page; one that goes down closes it.

const largest = 8;
/** Of a step by a key, or by a double click. */
const step = 2;
/** Pixels that a finger goes sideways for the next picture, or down to close. */
const swipe = 60;

export class Zoom {
    #scale = 1;
    #x = 0;
    #y = 0;
    #pointers = new Map();
    #start = null;

    /** `closer()` is called when more pixels are wanted; `turn(by)` goes to another picture, `close()` back. */
    constructor(node, { closer, turn, close }) {
        this.node = node;
        this.closer = closer;
        this.turn = turn;
        this.close = close;
        const on = (name, action) => node.addEventListener(name, action);
        on("wheel", (event) => {
            event.preventDefault();
            this.#to(this.#scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
        });
        on("dblclick", (event) => {
            if (event.target.closest("video")) return;
            this.#to(this.#scale > 1 ? 1 : step * step, event.clientX, event.clientY);
        });
        on("pointerdown", (event) => this.#down(event));
        on("pointermove", (event) => this.#move(event));
        for (const name of ["pointerup", "pointercancel"]) on(name, (event) => this.#up(event));
    }

    get scale() { return this.#scale; }

    /** Back to all of the picture. */
    reset() { this.#to(1); }

    /** Whether a key was for this. */
    pressed(key) {
        if (key === "+" || key === "=") this.#to(this.#scale * step);
        else if (key === "-") this.#to(this.#scale / step);
        else if (key === "0") this.reset();
        else return false;
        return true;
    }

    #to(scale, x, y) {
        const box = this.node.getBoundingClientRect();
        const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
        const wanted = Math.min(largest, Math.max(1, scale));
        // What is under the pointer stays there.
        const [offsetX, offsetY] = [(x ?? middleX) - middleX, (y ?? middleY) - middleY];
        const ratio = wanted / this.#scale;
        this.#x = offsetX - (offsetX - this.#x) * ratio;
        this.#y = offsetY - (offsetY - this.#y) * ratio;
        this.#scale = wanted;
        this.#show(box);
        if (wanted > 1) this.closer();
    }

    #show(box = this.node.getBoundingClientRect()) {
        const room = (this.#scale - 1) / 2;
        this.#x = Math.min(box.width * room, Math.max(-box.width * room, this.#x));
        this.#y = Math.min(box.height * room, Math.max(-box.height * room, this.#y));
        const isWhole = this.#scale === 1;
        this.node.classList.toggle("is-zoomed", !isWhole);
        for (const picture of this.node.querySelectorAll("img")) {
            picture.style.transform = isWhole ? "" : `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})`;
        }
    }

    /** The distance of two fingers. */
    get #distance() {
        const [one, other] = [...this.#pointers.values()];
        return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    }

    #down(event) {
        if (event.target.closest("video, button")) return;
        this.#pointers.set(event.pointerId, event);
        this.#start = { x: event.clientX, y: event.clientY, left: this.#x, top: this.#y, scale: this.#scale };
        if (this.#pointers.size === 2) this.#start.distance = this.#distance;
    }

    #move(event) {
        if (!this.#pointers.has(event.pointerId)) return;
        this.#pointers.set(event.pointerId, event);
        if (this.#pointers.size === 2) {
            const [one, other] = [...this.#pointers.values()];
            this.#to(
                this.#start.scale * this.#distance / Math.max(1, this.#start.distance),
                (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2
            );
        } else if (this.#scale > 1) {
            this.#x = this.#start.left + event.clientX - this.#start.x;
            this.#y = this.#start.top + event.clientY - this.#start.y;
            this.#show();
        } else if (event.pointerType !== "mouse") {
            this.#pull(event.clientX - this.#start.x, event.clientY - this.#start.y);
        }
    }

    /** The picture follows the finger. */
    #pull(across, down) {
        const isDown = down > Math.abs(across);
        for (const picture of this.node.querySelectorAll("img")) {
            picture.style.transform = across === 0 && down === 0 ? ""
                : isDown ? `translateY(${down}px)` : `translateX(${across}px)`;
        }
    }

    #up(event) {
        if (!this.#pointers.delete(event.pointerId) || this.#pointers.size > 0) return;
        const [across, down] = [event.clientX - this.#start.x, event.clientY - this.#start.y];
        if (this.#scale > 1 || event.pointerType === "mouse") return;
        if (event.type !== "pointerup") {
            this.#pull(0, 0);
            return;
        }
        this.#pull(0, 0);
        if (Math.abs(across) > swipe && Math.abs(across) > Math.abs(down)) this.turn(across < 0 ? 1 : -1);
        else if (down > swipe && down > Math.abs(across)) this.close();
    }
}
