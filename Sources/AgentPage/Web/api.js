// Calls to photos-agent, which serves this page.

import { localized } from "./localized.js";

export class RequestError extends Error {
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

async function answer(response) {
    if (response.status === 204) return null;
    if (response.ok) return await response.json();
    let message = response.statusText;
    try {
        message = (await response.json()).error ?? message;
    } catch {
        // Not JSON: the status has to do.
    }
    throw new RequestError(response.status, message);
}

export async function get(path, signal) {
    return answer(await fetch(path, { signal, cache: "no-store" }));
}

/** `outlives`: whether it is sent though the page goes away. */
export async function post(path, body, signal, outlives = false) {
    return answer(await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal,
        keepalive: outlives,
    }));
}

/**
 * Sends a body that may be large. `progressed(bytes)`: so much of it was sent. `signal` stops the sending; what has
 * gone as a whole is answered.
 */
export function send(path, body, { progressed, signal }) {
    return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        // A fetch does not tell how far it is.
        const request = new XMLHttpRequest();
        let isSent = false;
        request.upload.addEventListener("load", () => { isSent = true; });
        request.open("POST", path);
        request.setRequestHeader("Content-Type", "application/octet-stream");
        request.upload.addEventListener("progress", ({ loaded }) => progressed(loaded));
        request.addEventListener("load", () => {
            const { status, statusText, responseText } = request;
            // An answer without content may not have an empty one either.
            const content = status === 204 ? null : responseText;
            answer(new Response(content, { status, statusText })).then(resolve, reject);
        });
        request.addEventListener("error", () => reject(new Error(localized("photos-agent does not answer."))));
        request.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
        const abort = () => { if (!isSent) request.abort(); };
        signal.addEventListener("abort", abort);
        // The signal may be one of a thousand requests.
        request.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
        request.send(body);
    });
}

/** Whether an error means that the caller cancelled the request. */
export function isCancellation(error) { return error instanceof DOMException && error.name === "AbortError"; }

export function thumbnailPath(item) {
    return `/api/thumbnail/${item.id}?v=${encodeURIComponent(item.version ?? "")}`;
}

export function previewPath(item, size) {
    return `/api/preview/${item.id}?size=${size}&v=${encodeURIComponent(item.version ?? "")}`;
}

/** The file itself, of what moves. */
export function filePath(item, part = "shown") {
    return `/api/file/${item.id}/${part}?v=${encodeURIComponent(item.version ?? "")}`;
}

/** A file of a photo, to be kept. */
export function downloadPath(item, kind) { return `/api/download/${item.id}/${kind}`; }

/** A list in parts of at most `size`, for requests that take no more. */
export function* inParts(list, size) {
    for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

const itemsPerCall = 200;

/** The items with these ids, in this order; null for deleted ones. */
export async function items(ids, signal) {
    const found = [];
    for (const some of inParts(ids, itemsPerCall)) {
        found.push(...(await get(`/api/items?ids=${some.join(",")}`, signal)).items);
    }
    return found;
}

const idsPerQuestion = 10_000;

/** Those of these ids that are not in the library any more, or, with `isDeleted`, not in Recently Deleted. */
export async function goneOf(ids, isDeleted, signal) {
    const gone = [];
    for (const some of inParts(ids, idsPerQuestion)) {
        gone.push(...(await post("/api/gone", { assets: some, isDeleted }, signal)).gone);
    }
    return gone;
}
