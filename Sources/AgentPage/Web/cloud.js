// The page of the cloud: how the library stands with its bucket and its other devices, and what to do about it.
//
// Its controls stay the same nodes while the texts change: a click that begins before a change and ends after it
// counts.

import { get, isCancellation, post } from "./api.js";
import { announce, button, element, notify } from "./dom.js";
import { DeviceList } from "./devices.js";
import { icon } from "./icons.js";
import { localized } from "./localized.js";
import { places } from "./places.js";
import { capitalized, failed, recentDate } from "./words.js";

const icons = {
    idle: "check", synchronizing: "cloud", verifying: "cloud", starting: "cloud", paused: "pause", "outside-hours": "pause",
    waiting: "warning", refused: "warning", stopped: "warning",
};

export class CloudView {
    #status = null;
    #error = null;
    #load = null;
    /** Whether something changed while `#load` was under way. */
    #isStale = false;
    /** The most that has waited since this synchronisation began. */
    #most = 0;
    /** What the person asked for and has not heard of: its name (`sync` or `verify`) and the command's number. */
    #asked = null;
    #devices;

    /** Calls `free` when the person is no longer busy. */
    constructor(free) {
        this.title = localized("Cloud");
        this.heading = element("h1", { tabindex: "-1" }, localized("Cloud"));
        this.#devices = new DeviceList((device) => this.#do("forget", { device: device.identifier }), free);
        this.#build();
        this.node = element(
            "div", { class: "page" },
            element(
                "div", { class: "column" },
                places("cloud"),
                element("header", { class: "page-header" }, this.heading, this.lead),
                this.notice, this.setUp, this.card, this.facts, this.#devices.node, this.problems
            )
        );
        this.#show();
        this.reload();
    }

    get isBusy() { return this.#devices.isAsking; }

    focus() { this.heading.focus(); }

    close() {
        this.#load?.abort();
        this.#devices.close();
    }

    cloudChanged() { this.reload(); }

    async reload() {
        if (this.#load !== null) {
            this.#isStale = true;
            return;
        }
        const load = new AbortController();
        this.#load = load;
        try {
            const { status, setUp } = await get("/api/cloud", load.signal);
            this.#take(status);
            this.setUpText.textContent = setUp;
            this.#error = null;
        } catch (error) {
            if (isCancellation(error)) return;
            this.#error = error;
        }
        this.#load = null;
        this.#show();
        if (this.#isStale) {
            this.#isStale = false;
            this.reload();
        }
    }

    #build() {
        this.lead = element(
            "p", { class: "page-lead" },
            localized("One library on several machines: it is kept in a bucket, from which your other machines get it, "
                + "and this one when it has lost everything.")
        );
        this.noticeText = element("p");
        this.notice = element("div", { class: "notice" }, icon("warning"), this.noticeText,
            button(localized("Try Again"), () => this.reload()));
        this.setUpText = element("p");
        this.setUp = element(
            "div", { class: "empty empty-page" }, icon("cloud"), this.setUpText,
            element("p", { class: "command" }, element("code", {}, "photos cloud setup folder:/mnt/share/Photos"))
        );
        this.picture = element("span", { class: "cloud-picture" });
        this.summary = element("h2", {});
        this.reason = element("p", { class: "cloud-reason" });
        this.bar = element("progress", { "aria-label": localized("Progress"), max: "1" });
        this.left = element("span", { class: "row-note" });
        this.progress = element("div", { class: "cloud-progress" }, this.bar, this.left);
        const action = (name, title, attributes = {}) => button(title, () => this.#do(name), {
            "data-control": name, ...attributes,
        });
        this.sync = action("sync", localized("Sync Now"), { class: "primary" });
        this.pause = action("pause", localized("Pause"));
        this.resume = action("resume", localized("Resume"));
        this.verify = action("verify", localized("Verify"));
        this.card = element(
            "section", { class: "cloud-card" },
            element("div", { class: "cloud-title" }, this.picture, this.summary),
            this.reason, this.progress,
            element("div", { class: "cloud-actions", role: "group", "aria-label": localized("Actions") },
                this.sync, this.pause, this.resume, this.verify)
        );
        this.factList = element("dl", { class: "rows" });
        this.note = element("p", { class: "group-note" });
        this.facts = element(
            "section", { class: "group" }, element("h2", {}, localized("This device")), this.factList, this.note
        );
        this.problemList = element("ul", { class: "rows" });
        this.problems = element("section", { class: "group" }, element("h2", {}, localized("Problems")), this.problemList);
    }

    #take(status) {
        const before = this.#status;
        this.#status = status;
        if (status.state !== "synchronizing") this.#most = 0;
        this.#most = Math.max(this.#most, waiting(status));
        if (this.#asked !== null && status.lastCommand >= this.#asked.command) {
            this.#tellOutcome(this.#asked.name, status);
            this.#asked = null;
        } else if (before !== null && before.state !== status.state) {
            announce([capitalized(status.summary), status.reason].filter((text) => text).join(". "));
        }
    }

    /** Of what the person asked for. What failed is on the page. */
    #tellOutcome(name, status) {
        if (status.state !== "idle") {
            announce([capitalized(status.summary), status.reason].filter((text) => text).join(". "));
        } else if (name === "sync") {
            notify(localized("The library and the bucket are in step."));
        } else {
            notify(status.facts.find((fact) => fact.name === localized("Verified"))?.text ?? capitalized(status.summary));
        }
    }

    #show() {
        const status = this.#status;
        const isOn = status !== null && status.state !== "off";
        this.notice.hidden = this.#error === null;
        this.noticeText.textContent = localized("This cannot be shown: {reason}", { reason: this.#error?.message });
        this.setUp.hidden = status === null || isOn;
        for (const part of [this.card, this.facts]) part.hidden = !isOn;
        this.problems.hidden = !isOn || status.problems.length === 0;
        this.#devices.show(isOn ? status.devices : []);
        if (!isOn) return;
        this.card.dataset.state = status.state;
        this.picture.replaceChildren(icon(icons[status.state] ?? "cloud"));
        setText(this.summary, capitalized(status.summary));
        this.reason.hidden = !status.reason;
        setText(this.reason, capitalized(status.reason ?? ""));
        this.#showProgress(status);
        const isWorking = status.state === "synchronizing" || status.state === "verifying";
        this.sync.disabled = status.isPaused || isWorking;
        this.verify.disabled = status.isPaused || isWorking;
        this.#showOne(status.isPaused ? this.resume : this.pause, status.isPaused ? this.pause : this.resume);
        this.factList.replaceChildren(...status.facts.map((fact) => element(
            "div", { class: "row" },
            element("dt", { class: "row-text" }, fact.name),
            element("dd", { class: "cloud-value", dir: "auto" }, fact.date ? recentDate(fact.date) : fact.text)
        )));
        setText(this.note, status.isEncrypted
            ? localized("Without the recovery phrase nobody can read the bucket: “{command}” shows it in a terminal.", {
                command: "photos cloud key",
            })
            : localized("The bucket is not encrypted: whoever can read it sees your photos."));
        this.problemList.replaceChildren(...status.problems.map((text) => element(
            "li", { class: "row" }, icon("warning"), element("span", { class: "row-text", dir: "auto" }, text)
        )));
    }

    #showProgress(status) {
        const isWorking = status.state === "synchronizing" || status.state === "verifying";
        const left = waiting(status);
        this.progress.hidden = !isWorking;
        if (status.state === "synchronizing" && this.#most > 0) {
            this.bar.value = (this.#most - left) / this.#most;
            setText(this.left, localized("{count} to go", { count: left }));
        } else {
            this.bar.removeAttribute("value");
            setText(this.left, "");
        }
    }

    /** Shows one of two buttons that take each other's place, with the focus. */
    #showOne(shown, other) {
        const hadFocus = document.activeElement === other;
        shown.hidden = false;
        other.hidden = true;
        if (hadFocus) shown.focus();
    }

    async #do(name, body = {}) {
        try {
            const { command } = await post(`/api/cloud/${name}`, body);
            if (name === "sync" || name === "verify") this.#asked = { name, command };
        } catch (error) {
            notify(failed(error));
        }
        this.reload();
    }
}

/** How much is still to be sent and to come. */
function waiting(status) { return status.changesToSend + status.filesToSend + status.filesToGet || 0; }

/** Leaves a text alone that is there already. */
function setText(node, text) { if (node.textContent !== text) node.textContent = text; }
