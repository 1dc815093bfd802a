// Loads pictures into <img> elements, a few at a time, those on the screen first. Cancels those that leave the view.

/** A browser opens six connections to a server; one carries events, and prompts must never wait for pictures. */
const maximumLoads = 4;

class ThumbnailLoader {
    #queue = new Map();
    #loading = new Set();
    #isHeld = false;

    /** While it is set, no further picture is loaded. */
    set isHeld(isHeld) {
        this.#isHeld = isHeld;
        this.#continue();
    }

    /** Calls `whenDone` with whether it worked, unless it is cancelled. */
    load(image, path, { isUrgent, whenDone }) {
        this.#queue.set(image, { path, isUrgent, whenDone });
        this.#continue();
    }

    /** Changes the priority of waiting pictures. */
    setUrgent(image, isUrgent) {
        const waiting = this.#queue.get(image);
        if (waiting) waiting.isUrgent = isUrgent;
    }

    giveUp(image) {
        this.#queue.delete(image);
        if (this.#loading.delete(image)) {
            image.onload = null;
            image.onerror = null;
            image.removeAttribute("src");
            this.#continue();
        }
    }

    #next() {
        let first = null;
        for (const [image, waiting] of this.#queue) {
            if (waiting.isUrgent) return image;
            first ??= image;
        }
        return first;
    }

    #continue() {
        while (!this.#isHeld && this.#loading.size < maximumLoads && this.#queue.size > 0) {
            const image = this.#next();
            const { path, whenDone } = this.#queue.get(image);
            this.#queue.delete(image);
            this.#loading.add(image);
            const end = (isGood) => {
                this.#loading.delete(image);
                image.onload = null;
                image.onerror = null;
                whenDone(isGood);
                this.#continue();
            };
            image.onload = () => end(true);
            image.onerror = () => end(false);
            image.src = path;
        }
    }
}

export const thumbnails = new ThumbnailLoader();
