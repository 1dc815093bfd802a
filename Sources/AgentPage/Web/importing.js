// Takes files into the library: asks the agent which it wants, sends them in batches, and shows how far it is and what
// was not taken in. It goes on when the person looks at another page.

import { isCancellation, post, send } from "./api.js";
import { announce, button, element, uniqueID } from "./dom.js";
import { maximumFiles } from "./dropping.js";
import { localized } from "./localized.js";
import { capitalized, failed, fileSize, isolated, list } from "./words.js";

/** Bytes of a file; the agent takes no larger ones. */
const maximumSize = 16 * 2 ** 30;
/** Files that are named at the end. */
const maximumNamed = 500;

const reasons = {
    name: () => localized("Its name is not that of a photo or a video."),
    alone: () => localized("There is no photo beside it."),
    withPhoto: () => localized("Its photo is not taken in."),
    archive: () => localized("It is an archive. Unpack it, and drop its folder."),
    tooLarge: () => localized("It is larger than {size}.", { size: fileSize(maximumSize) }),
    empty: () => localized("It is empty."),
    unreadable: () => localized("It cannot be read."),
    duplicate: () => localized("It is in the library already."),
    otherEdit: () => localized("The photo has an edited version already."),
};

/** The files of a batch as one body: a line that says which they are, and their bytes. */
function bodyOf(batch, head) {
    const line = new TextEncoder().encode(`${JSON.stringify({ ...head, files: batch.map(({ at }) => at) })}\n`);
    return { body: new Blob([line, ...batch.map(({ file }) => file)]), headSize: line.length };
}

async function isReadable({ file }) {
    try {
        await file.slice(0, 1).arrayBuffer();
        return true;
    } catch {
        return false;
    }
}

/** What a promise is kept with, or the value itself, unless `signal` is aborted before. */
function unlessAborted(promise, signal) {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason);
        signal.addEventListener("abort", abort, { once: true });
        Promise.resolve(promise).then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
    });
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

    /** Imports files, as dropping.js finds them or promises to, into an album {id, title} if one is given. */
    async add(found, album = null) {
        this.#waiting.push({ found, album });
        if (this.#cancelling !== null) return;
        this.#cancelling = new AbortController();
        const { signal } = this.#cancelling;
        const done = new Outcome();
        this.#panel.begin(done);
        try {
            while (this.#waiting.length > 0) {
                const { found, album } = this.#waiting.shift();
                try {
                    await this.#run(await unlessAborted(found, signal), album, done, signal);
                } catch (error) {
                    if (isCancellation(error)) throw error;
                    // What was dropped after it may do better.
                    done.end = failed(error);
                }
            }
        } catch {
            this.#waiting = [];
            done.end = localized("Cancelled. What was imported by then stays.");
        }
        this.#cancelling = null;
        this.#panel.end(done);
    }

    /**
     * What describes photos comes first, so that each photo comes with its texts, place and album, in whatever order
     * the browser has found the files.
     */
    async #run({ files, unreadable, isCut }, album, done, signal) {
        done.album = album;
        for (const { path } of unreadable) done.passOver(path, reasons.unreadable());
        if (isCut) {
            done.say(localized(
                "Only the first {number} files: {command} takes any number.",
                { number: maximumFiles, command: "photos import" }
            ));
        }
        const offered = files.map(({ path, file }) => ({ path, size: file.size, modified: file.lastModified }));
        const offer = new Blob([JSON.stringify({ album: album?.id ?? null, files: offered })]);
        const progressed = () => {};
        const begun = await send("/api/import/offer", offer, { progressed, signal });
        const found = (position) => ({ ...files[position], at: position });
        const call = (path, more, signal) => post(path, { import: begun.import, ...more }, signal);
        // The agent forgets it by and by when it is not told.
        const leave = () => {
            post("/api/import/end", { import: begun.import, isWhole: false }, undefined, true).catch(() => {});
        };
        const goingAway = ({ persisted }) => { if (!persisted) leave(); };
        addEventListener("pagehide", goingAway);
        try {
            for (const [batch, wanted] of begun.sideCars.entries()) {
                const readable = await this.#readable(wanted.map(found), done, signal);
                if (readable.length === 0) continue;
                const { body } = bodyOf(readable, { import: begun.import, batch });
                await send("/api/import/side-cars", body, { progressed, signal });
                done.described = (batch + 1) / begun.sideCars.length;
                this.#panel.show(done);
            }
            const plan = await call("/api/import/plan", {}, signal);
            for (const line of plan.lines) done.say(line);
            for (const { file, reason } of plan.passedOver) done.passOver(files[file].path, reasons[reason]());
            for (const { path, reason } of plan.unused) done.passOver(path, reason);
            done.remark(plan.remarks);
            done.expect(plan.batches.flat().map((at) => files[at].file.size));
            this.#panel.show(done);
            for (const [batch, wanted] of plan.batches.entries()) {
                await this.#take(wanted.map(found), { import: begun.import, batch }, done, signal);
            }
            await call("/api/import/end", { isWhole: true }, signal);
        } catch (error) {
            leave();
            throw error;
        } finally {
            removeEventListener("pagehide", goingAway);
        }
    }

    /** Those of some files that the browser can read; the others are passed over. */
    async #readable(wanted, done, signal) {
        signal.throwIfAborted();
        const can = await Promise.all(wanted.map(isReadable));
        for (const { path } of wanted.filter((_, at) => !can[at])) done.passOver(path, reasons.unreadable());
        return wanted.filter((_, at) => can[at]);
    }

    async #take(wanted, head, done, signal) {
        const batch = await this.#readable(wanted, done, signal);
        done.finish(wanted.filter((file) => !batch.includes(file)));
        if (batch.length === 0) return;
        const { body, headSize } = bodyOf(batch, head);
        const progressed = (sent) => {
            done.sending(batch, Math.max(0, sent - headSize));
            this.#panel.show(done);
        };
        progressed(0);
        const result = await send("/api/import/files", body, { progressed, signal });
        done.add(result);
        for (const { file, outcome, reason } of result.files) {
            const { path } = batch[file];
            // An album has photos that came before, in the folder of their year.
            if (outcome === "duplicate" && !result.hasOwnAlbum) done.passOver(path, reasons.duplicate(), true);
            if (outcome === "otherEdit") done.passOver(path, reasons.otherEdit(), true);
            if (outcome === "failed") done.passOver(path, reason);
        }
        done.finish(batch);
        this.#panel.show(done);
        if (result.stopped !== null) throw new Error(result.stopped);
    }
}

/** What an import has done so far. */
class Outcome {
    album = null;
    /** What became of the files so far, by the names that the agent gives. */
    counts = { imported: 0, completed: 0, duplicates: 0, edits: 0, inTrash: 0, damaged: 0, otherDates: 0 };
    /** What was not taken in: {path, reason, isKnown}, with whether the library had it. */
    passedOver = [];
    /** What there is to say of files that were taken in: {path, reason}. */
    remarks = [];
    /** Sentences about all of it. */
    lines = [];
    /** Why it ended early. */
    end = null;
    /** How much of what describes photos has come, from 0 to 1. */
    described = 0;
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

    add(result) {
        for (const name of Object.keys(this.counts)) this.counts[name] += result[name];
        this.remark(result.remarks);
    }

    passOver(path, reason, isKnown = false) { this.passedOver.push({ path, reason, isKnown }); }

    /** Two photos may share what there is to say. */
    remark(remarks) {
        const isNew = (one) => !this.remarks.some(({ path, reason }) => path === one.path && reason === one.reason);
        this.remarks.push(...remarks.filter(isNew));
    }

    say(line) { if (!this.lines.includes(line)) this.lines.push(line); }

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

    /** From 0 to 1, of the photos once it is known which they are. */
    get fraction() {
        return this.bytes === 0 ? this.described : Math.min(1, (this.bytesDone + this.sent) / this.bytes);
    }

    /** What became of the files, in one line. */
    get summary() {
        const { imported, completed, duplicates, edits, inTrash, damaged, otherDates } = this.counts;
        const others = this.passedOver.filter(({ isKnown }) => !isKnown).length;
        const parts = [
            completed > 0 ? localized("{count} completed", { count: completed }) : null,
            duplicates > 0 ? localized("{count} already there", { count: duplicates }) : null,
            edits > 0 ? localized("{count} edited versions", { count: edits }) : null,
            inTrash > 0 ? localized("{count} left out as trash", { count: inTrash }) : null,
            damaged > 0 ? localized("{count} damaged", { count: damaged }) : null,
            otherDates > 0 ? localized("{count} with another date beside them", { count: otherDates }) : null,
            others > 0 ? localized("{count} not taken in", { count: others }) : null,
        ];
        return capitalized(
            list([localized("{count} imported", { count: imported }), ...parts.filter((part) => part !== null)])
        );
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
        this.details = element("div", { class: "import-details", role: "group", "aria-labelledby": title });
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
        this.line.replaceChildren(...(current === null ? [localized("Looking for photos and videos ...")] : [
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
        const lines = [
            ...outcome.lines,
            ...(outcome.counts.otherDates > 0 ? [localized("A date in a photo’s own file counts.")] : []),
        ];
        const hasDetails = lines.length + outcome.passedOver.length + outcome.remarks.length > 0;
        // They scroll, with the keys, too.
        if (hasDetails) this.details.tabIndex = 0;
        this.details.replaceChildren(
            ...lines.map((text) => element("p", {}, text)),
            ...ImportPanel.#named(localized("Not taken in"), outcome.passedOver),
            ...ImportPanel.#named(localized("Taken in with a remark"), outcome.remarks)
        );
        announce([outcome.summary, outcome.end].filter((text) => text !== null).join(". "));
    }

    /** Files with what there is to say of them, below a title. */
    static #named(title, files) {
        if (files.length === 0) return [];
        const rest = files.length - maximumNamed;
        const id = uniqueID("title");
        return [
            element("h3", { id }, title),
            element(
                "ul", { class: "import-passed", "aria-labelledby": id },
                files.slice(0, maximumNamed).map(({ path, reason }) =>
                    element("li", {}, element("bdi", {}, path), element("span", {}, reason))),
                rest > 0 ? element("li", {}, localized("and {count} more", { count: rest })) : null
            ),
        ];
    }

    #close() {
        const hadFocus = this.#node.contains(document.activeElement);
        this.#node.remove();
        this.#node = null;
        if (hadFocus) document.querySelector("[data-action=import]")?.focus();
    }
}
