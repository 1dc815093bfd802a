// A movie that plays: the file itself where the browser can, else pieces that the agent encodes as they are watched.

import { filePath, get, isCancellation } from "./api.js";
import { localized } from "./localized.js";

/** What pieces are: H.264, and AAC where there is sound. */
const pictures = "avc1.640028";
const sound = "mp4a.40.2";
/** Seconds that are fetched ahead of what is watched, and kept behind it. */
const ahead = 8;
const behind = 60;

export class Movie {
    #path;
    #facts = null;
    #stop = new AbortController();
    #failed;
    #buffer = null;
    #loaded = new Set();
    #isFetching = false;

    /** `part`: "shown", or "live" of a Live Photo. `failed(text)` is called when nothing can be played. */
    constructor(item, part, video, failed) {
        this.#path = `/api/movie/${item.id}/${part}`;
        this.file = filePath(item, part);
        this.video = video;
        this.#failed = failed;
        this.#start();
    }

    /** Ends everything: no more is fetched. */
    end() {
        this.#stop.abort();
        this.video.pause();
        this.video.removeAttribute("src");
        this.video.load();
    }

    async #start() {
        try {
            this.#facts = await get(this.#path, this.#stop.signal);
        } catch (error) {
            this.#fail(error);
            return;
        }
        if (!this.#facts.isPlain) {
            this.#playPieces();
            return;
        }
        // The file says what it is; whether this browser plays it is seen when it tries.
        this.video.addEventListener("error", () => this.#playPieces(), { once: true, signal: this.#stop.signal });
        this.video.src = this.file;
    }

    #playPieces() {
        const type = `video/mp4; codecs="${[pictures, ...(this.#facts.hasSound ? [sound] : [])].join(", ")}"`;
        if (!globalThis.MediaSource?.isTypeSupported(type)) {
            this.#fail(new Error(localized("This browser does not play H.264.")));
            return;
        }
        const source = new MediaSource();
        const address = URL.createObjectURL(source);
        source.addEventListener("sourceopen", () => {
            URL.revokeObjectURL(address);
            source.duration = this.#facts.duration;
            this.#buffer = source.addSourceBuffer(type);
            for (const event of ["timeupdate", "seeking", "play", "waiting"]) {
                this.video.addEventListener(event, () => this.#fetch(source), { signal: this.#stop.signal });
            }
            this.#fetch(source);
        }, { once: true });
        this.video.src = address;
    }

    /** The next piece that is missing near what is watched; null for none. */
    get #missing() {
        const { duration, pieceLength } = this.#facts;
        const last = Math.max(0, Math.ceil(duration / pieceLength) - 1);
        const now = Math.min(last, Math.floor(this.video.currentTime / pieceLength));
        // Before anybody watches, the first is enough.
        const until = this.video.paused && now === 0 ? 0 : Math.floor((this.video.currentTime + ahead) / pieceLength);
        for (let number = now; number <= Math.min(last, until); number += 1) {
            if (!this.#loaded.has(number)) return number;
        }
        return null;
    }

    async #fetch(source) {
        if (this.#isFetching) return;
        this.#isFetching = true;
        try {
            for (let number = this.#missing; number !== null; number = this.#missing) {
                const options = { signal: this.#stop.signal, cache: "no-store" };
                const response = await fetch(`${this.#path}/${number}`, options);
                if (!response.ok) throw new Error((await response.json()).error ?? response.statusText);
                await this.#append(await response.arrayBuffer(), number);
                this.#loaded.add(number);
                await this.#forget();
            }
            const count = Math.ceil(this.#facts.duration / this.#facts.pieceLength);
            if (this.#loaded.has(count - 1) && source.readyState === "open") source.endOfStream();
        } catch (error) {
            this.#fail(error);
        } finally {
            this.#isFetching = false;
        }
    }

    /** Pieces far behind are dropped, and fetched again when somebody goes back. */
    async #forget() {
        const { pieceLength } = this.#facts;
        const first = Math.floor((this.video.currentTime - behind) / pieceLength);
        const old = [...this.#loaded].filter((number) => number < first);
        if (old.length === 0) return;
        for (const number of old) this.#loaded.delete(number);
        await this.#change(() => this.#buffer.remove(0, first * pieceLength));
    }

    #append(bytes, number) {
        // Sound is encoded from a moment before on, which would cover the end of the piece before.
        this.#buffer.appendWindowStart = number * this.#facts.pieceLength;
        return this.#change(() => this.#buffer.appendBuffer(bytes));
    }

    #change(action) {
        return new Promise((resolve, reject) => {
            this.#buffer.addEventListener("updateend", resolve, { once: true });
            this.#buffer.addEventListener("error", () => reject(new Error(localized("A piece cannot be shown."))), { once: true });
            action();
        });
    }

    #fail(error) {
        if (this.#stop.signal.aborted || isCancellation(error)) return;
        this.#stop.abort();
        this.#failed(error.message);
    }
}
