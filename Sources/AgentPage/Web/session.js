// The state of photos-agent: open prompts, the library's size, whether the server can be reached.
//
// It is fetched whenever the event stream (re)connects, so that a broken connection or a reload loses nothing; events
// that arrive during the fetch are applied on top of it.

import { get, isCancellation } from "./api.js";

export class Session extends EventTarget {
    /** By number; the lowest has waited longest. */
    prompts = new Map();
    library = null;
    readOnly = null;
    /** Whether photos-agent answers. */
    isConnected = true;
    /** Whether photos-agent reaches the server. */
    hasServer = true;
    /** Set when this page's session has ended. */
    isOver = false;

    #events = null;
    #waiting = null;
    #fetch = null;
    /** Answered here, and not yet withdrawn by the agent. */
    #answered = new Set();
    /** Prompts whose answer is on its way, and whether they were withdrawn meanwhile. */
    #sending = new Map();

    start() {
        this.#listen();
        this.#refresh();
    }

    /** The prompt on the page. */
    get currentPrompt() {
        let first = null;
        for (const prompt of this.prompts.values()) {
            if (first === null || prompt.number < first.number) first = prompt;
        }
        return first;
    }

    /** Whether a prompt was answered here, or its answer is on its way. */
    isAnswered(number) { return this.#sending.has(number) || this.#answered.has(number); }

    /** Sends an answer with `post`, and removes the prompt once it is over. Throws what `post` throws. */
    async answer(number, post) {
        this.#sending.set(number, false);
        let isOver = false;
        try {
            await post();
            isOver = true;
        } catch (error) {
            isOver = error.status === 409;
            throw error;
        } finally {
            const isWithdrawn = this.#sending.get(number);
            this.#sending.delete(number);
            // Once it is withdrawn, the number may belong to another prompt soon.
            if ((isOver || isWithdrawn) && this.prompts.delete(number)) {
                if (!isWithdrawn) this.#answered.add(number);
                this.#changed();
            }
        }
    }

    #listen() {
        if (this.isOver) return;
        const events = new EventSource("/api/events");
        this.#events = events;
        // A state from before the stream may have prompts that are over: fetches it again, after more urgent requests.
        events.addEventListener("open", () => {
            // What changed while there was no stream was told to nobody.
            this.dispatchEvent(new CustomEvent("cloud"));
            if (this.#waiting === null) this.#refresh(); else setTimeout(() => this.#refresh(), 1000);
        });
        events.addEventListener("error", () => {
            if (this.isConnected) {
                this.isConnected = false;
                this.#changed();
            }
            // The browser reconnects by itself, unless the response was an error.
            if (events.readyState === EventSource.CLOSED && this.#events === events) {
                setTimeout(() => { this.#refresh().then(() => this.#listen()); }, 2000);
            }
        });
        const on = (name, action) => events.addEventListener(name, (event) => {
            const value = JSON.parse(event.data);
            // Now, and again on top of a state that may be older.
            if (name === "prompt" || name === "withdrawn") this.#waiting?.push(() => action(value));
            action(value);
        });
        on("prompt", (prompt) => {
            if (this.#answered.has(prompt.number)) return;
            this.prompts.set(prompt.number, prompt);
            this.#changed();
        });
        on("withdrawn", ({ number }) => {
            this.#answered.delete(number);
            // Because of the answer, most likely, whose reply comes a moment later.
            if (this.#sending.has(number)) {
                this.#sending.set(number, true);
                return;
            }
            if (!this.prompts.delete(number)) return;
            this.dispatchEvent(new CustomEvent("withdrawn", { detail: number }));
            this.#changed();
        });
        on("update", (update) => this.dispatchEvent(new CustomEvent("update", { detail: update })));
        on("library", () => {
            this.dispatchEvent(new CustomEvent("library"));
            this.#refresh();
        });
        on("cloud", () => this.dispatchEvent(new CustomEvent("cloud")));
        on("server", ({ connected }) => {
            if (connected && !this.hasServer) {
                this.#refresh();
                this.dispatchEvent(new CustomEvent("cloud"));
            }
            this.hasServer = connected;
            this.#changed();
        });
    }

    async #refresh() {
        this.#fetch?.abort();
        const fetch = new AbortController();
        this.#fetch = fetch;
        this.#waiting ??= [];
        try {
            const state = await get("/api/state", fetch.signal);
            this.library = state.library;
            this.readOnly = state.readOnly;
            // Numbers start again with the server: only open prompts can have been answered here.
            const asked = new Set(state.prompts.map((prompt) => prompt.number));
            for (const number of this.#answered) if (!asked.has(number)) this.#answered.delete(number);
            this.prompts = new Map(
                state.prompts.filter((prompt) => !this.#answered.has(prompt.number))
                    .map((prompt) => [prompt.number, prompt])
            );
            this.isConnected = true;
            this.hasServer = true;
        } catch (error) {
            if (isCancellation(error)) return;
            this.#failed(error);
        }
        const waiting = this.#waiting;
        this.#waiting = null;
        this.#fetch = null;
        for (const apply of waiting) apply();
        this.#changed();
    }

    #failed(error) {
        if (error.status === 401 || error.status === 403) {
            this.isOver = true;
            this.#events?.close();
        } else if (error.status === undefined) {
            this.isConnected = false;
        } else {
            this.hasServer = false;
        }
    }

    #changed() { this.dispatchEvent(new CustomEvent("change")); }
}
