// Files of photos, to be kept by the person: each is a download of its own, as the browser does them.

import { downloadPath, get } from "./api.js";
import { choose } from "./dialogs.js";
import { element, notify } from "./dom.js";
import { localized } from "./localized.js";
import { counted, failed } from "./words.js";

/** Photos of one download. */
const maximumPhotos = 100;
/** Milliseconds between two files: a browser that is given several at once keeps one of them. */
const pause = 150;

/** What a photo is without its edits, or as it is shown where it has some. */
function wanted(files, isEdited) {
    const edits = files.filter(({ isEdit }) => isEdit);
    return isEdited && edits.length > 0 ? edits : files.filter(({ isEdit }) => !isEdit);
}

/** The person's choice: "edits" or "originals"; null when they want neither. */
function askForEdits(count) {
    return choose({
        title: localized("Download {photos}?", { photos: counted(count) }),
        text: localized("Some of them have been edited."),
        answers: [
            { name: "edits", title: localized("With Edits"), class: "primary" },
            { name: "originals", title: localized("Originals") },
        ],
    });
}

/** Downloads the files of photos; asks for edits or originals where there are both. */
export async function download(ids) {
    if (ids.length > maximumPhotos) {
        notify(localized("The page downloads {number} items at once: {command} takes any number.", {
            number: maximumPhotos, command: "photos export",
        }));
        return;
    }
    const files = [];
    try {
        for (const id of ids) files.push((await get(`/api/details/${id}`)).files);
    } catch (error) {
        notify(failed(error));
        return;
    }
    const hasEdits = files.some((some) => some.some(({ isEdit }) => isEdit));
    const answer = hasEdits ? await askForEdits(ids.length) : "originals";
    if (answer === null) return;
    const links = ids.flatMap((id, index) => wanted(files[index], answer === "edits").map(({ kind, name }) => element("a", {
        href: downloadPath({ id }, kind), download: name,
    })));
    notify(localized("{count} files are downloaded.", { count: links.length }));
    for (const link of links) {
        link.click();
        await new Promise((resolve) => setTimeout(resolve, pause));
    }
}
