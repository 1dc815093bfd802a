// Loads pictures into <img> elements, a few at a time, what is on the screen first. What goes out of view is given up,
// also when it is under way.

/** A browser has six connections to one server; one carries events, and questions must never wait for pictures. */
const maximumLoads = 4;

class ThumbnailLoader {
    #queue = new Map();
    #loading = new Set();

    /** `whenDone` is called with whether it worked; never if it is given up. */
    load(image, path, { isUrgent, whenDone }) {
        this.#queue.set(image, { path, isUrgent, whenDone });
        this.#continue();
    }

    /** Raises or lowers what still waits. */
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
        while (this.#loading.size < maximumLoads && this.#queue.size > 0) {
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
