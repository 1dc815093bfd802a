// Takes files into the library: asks the agent which it wants, sends them in batches, and shows how far it is and what
// was not taken in. It goes on when the person looks at another page.

import { isCancellation, post, send } from "./api.js";
import { announce, button, element, uniqueID } from "./dom.js";
import { maximumFiles } from "./dropping.js";
import { localized } from "./localized.js";
import { capitalized, fileSize, isolated, list } from "./words.js";

/** Bytes of a file; the agent takes no larger ones. */
const maximumSize = 16 * 2 ** 30;
/** Files that are named at the end. */
const maximumNamed = 500;

const reasons = {
    name: () => localized("Its name is not that of a photo or a video."),
    tooLarge: () => localized("It is larger than {size}.", { size: fileSize(maximumSize) }),
    empty: () => localized("It is empty."),
    unreadable: () => localized("It cannot be read."),
    duplicate: () => localized("It is in the library already."),
};

/** The files of a batch as one body: a line that describes them, and their bytes. */
function bodyOf(batch, album) {
    const files = batch.map(({ path, file }) => ({ path, size: file.size, modified: file.lastModified }));
    const head = new TextEncoder().encode(`${JSON.stringify({ album: album?.id ?? null, files })}\n`);
    return { body: new Blob([head, ...batch.map(({ file }) => file)]), headSize: head.length };
}

async function isReadable({ file }) {
    try {
        await file.slice(0, 1).arrayBuffer();
        return true;
    } catch {
        return false;
    }
}

/** Imports one lot of files after another, and tells `panel` of it. */
export class Importer {
    #panel;
    #waiting = [];
    #cancelling = null;

    constructor(panel) {
        this.#panel = panel;
        panel.cancel = () => this.#cancelling?.abort();
    }

    /** Imports files, as dropping.js finds them, into an album {id, title} if one is given. */
    async add(found, album = null) {
        this.#waiting.push({ ...found, album });
        if (this.#cancelling !== null) return;
        this.#cancelling = new AbortController();
        const { signal } = this.#cancelling;
        const done = new Outcome();
        this.#panel.begin(done);
        try {
            while (this.#waiting.length > 0) await this.#run(this.#waiting.shift(), done, signal);
        } catch (error) {
            this.#waiting = [];
            done.end = isCancellation(error) ? localized("Cancelled. What was imported by then stays.")
                : localized("That failed: {reason}", { reason: error.message });
        }
        this.#cancelling = null;
        this.#panel.end(done);
    }

    async #run({ files, unreadable, isCut, album }, done, signal) {
        done.album = album;
        for (const { path } of unreadable) done.passOver(path, reasons.unreadable());
        if (isCut) {
            done.remarks.push(localized(
                "Only the first {number} files: {command} takes any number.",
                { number: maximumFiles, command: "photos import" }
            ));
        }
        const offered = files.map(({ path, file }) => ({ path, size: file.size }));
        const plan = await post("/api/import/plan", { files: offered }, signal);
        for (const { file, reason } of plan.passedOver) done.passOver(files[file].path, reasons[reason]());
        if (plan.passedOver.some(({ file, reason }) => reason === "name" && files[file].path.endsWith(".json"))) {
            done.remarks.push(localized(
                "The page does not read JSON files. What Google Takeout and other programs say in them is taken in, with its albums, by {command} in a terminal.",
                { command: "photos import" }
            ));
        }
        done.expect(plan.batches.flat().map((at) => files[at].file.size));
        this.#panel.show(done);
        for (const batch of plan.batches) await this.#take(batch.map((at) => files[at]), album, done, signal);
    }

    async #take(wanted, album, done, signal) {
        signal.throwIfAborted();
        const batch = [];
        for (const file of wanted) {
            if (await isReadable(file)) {
                batch.push(file);
            } else {
                done.passOver(file.path, reasons.unreadable());
                done.finish([file]);
            }
        }
        if (batch.length === 0) return;
        const { body, headSize } = bodyOf(batch, album);
        const progressed = (sent) => {
            done.sending(batch, Math.max(0, sent - headSize));
            this.#panel.show(done);
        };
        progressed(0);
        const result = await send("/api/import/files", body, { progressed, signal });
        done.imported += result.imported;
        done.remarks.push(...result.remarks);
        for (const { file, outcome, reason } of result.files) {
            if (outcome === "duplicate") done.passOver(batch[file].path, reasons.duplicate(), true);
            if (outcome === "failed") done.passOver(batch[file].path, reason);
        }
        done.finish(batch);
        this.#panel.show(done);
        if (result.stopped !== null) throw new Error(result.stopped);
    }
}

/** What an import has done so far. */
class Outcome {
    album = null;
    /** Photos that are new. */
    imported = 0;
    /** Files that the library had. */
    duplicates = 0;
    /** What was not taken in: {path, reason}. */
    passedOver = [];
    /** Sentences about the rest. */
    remarks = [];
    /** Why it ended early. */
    end = null;
    /** Files, and their bytes: all of them, and those that are done. */
    files = 0;
    bytes = 0;
    filesDone = 0;
    bytesDone = 0;
    /** The file that is being sent, its place, and the bytes of its batch that are there. */
    current = null;
    place = 0;
    sent = 0;

    expect(sizes) {
        this.files += sizes.length;
        for (const size of sizes) this.bytes += size;
    }

    passOver(path, reason, isDuplicate = false) {
        if (isDuplicate) this.duplicates += 1;
        this.passedOver.push({ path, reason });
    }

    /** So many bytes of a batch were sent. */
    sending(batch, sent) {
        let end = 0;
        let at = -1;
        do {
            at += 1;
            end += batch[at].file.size;
        } while (end <= sent && at + 1 < batch.length);
        this.current = batch[at].path.split("/").at(-1);
        this.place = this.filesDone + at + 1;
        this.sent = sent;
    }

    finish(batch) {
        this.filesDone += batch.length;
        for (const { file } of batch) this.bytesDone += file.size;
        this.sent = 0;
    }

    /** From 0 to 1. */
    get fraction() { return this.bytes === 0 ? 0 : Math.min(1, (this.bytesDone + this.sent) / this.bytes); }

    /** What became of the files, in one line. */
    get summary() {
        const others = this.passedOver.length - this.duplicates;
        return capitalized(list([
            localized("{count} imported", { count: this.imported }),
            ...(this.duplicates > 0 ? [localized("{count} already there", { count: this.duplicates })] : []),
            ...(others > 0 ? [localized("{count} not taken in", { count: others })] : []),
        ]));
    }
}

/** Shows an import at the foot of the page, whatever is on it. */
export class ImportPanel {
    /** What the button does while an import runs. */
    cancel = () => {};
    #node = null;
    #isRunning = false;

    begin(outcome) {
        this.#node?.remove();
        this.#isRunning = true;
        const title = uniqueID("title");
        this.heading = element("h2", { id: title }, localized("Importing"));
        this.line = element("p", { class: "import-line" });
        this.bar = element("progress", { max: 1, value: 0, "aria-label": localized("Progress") });
        this.details = element("div", { class: "import-details" });
        this.button = button(localized("Cancel"), () => {
            if (this.#isRunning) this.cancel(); else this.#close();
        }, { "data-answer": "cancel" });
        this.#node = element(
            "section", { class: "import", "aria-labelledby": title }, this.heading, this.line, this.bar, this.details,
            this.button
        );
        document.body.append(this.#node);
        announce(localized("Importing"));
        this.show(outcome);
    }

    show({ album, files, current, place, fraction }) {
        this.heading.textContent = album === null ? localized("Importing")
            : localized("Importing into “{album}”", { album: isolated(album.title) });
        this.bar.value = fraction;
        this.line.replaceChildren(...(current === null ? [] : [
            localized("{number} of {total}", { number: place, total: files }), " · ", element("bdi", {}, current),
        ]));
    }

    end(outcome) {
        this.#isRunning = false;
        this.heading.textContent = outcome.summary;
        this.line.textContent = outcome.end ?? "";
        this.line.hidden = outcome.end === null;
        this.bar.remove();
        this.button.textContent = localized("Close");
        const named = outcome.passedOver.slice(0, maximumNamed);
        const rest = outcome.passedOver.length - named.length;
        this.details.replaceChildren(
            ...outcome.remarks.map((text) => element("p", {}, text)),
            ...(named.length === 0 ? [] : [element(
                "ul", { class: "import-passed", tabindex: "0", "aria-label": localized("Not taken in") },
                named.map(({ path, reason }) => element("li", {}, element("bdi", {}, path), element("span", {}, reason))),
                rest > 0 ? element("li", {}, localized("and {count} more", { count: rest })) : null
            )])
        );
        announce([outcome.summary, outcome.end].filter((text) => text !== null).join(". "));
    }

    #close() {
        const hadFocus = this.#node.contains(document.activeElement);
        this.#node.remove();
        this.#node = null;
        if (hadFocus) document.querySelector("[data-action=import]")?.focus();
    }
}
