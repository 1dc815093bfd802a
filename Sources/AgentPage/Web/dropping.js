// Files that the person drops on a page: what was dropped, with everything in its folders, and where it may be dropped.

/** Files of one import. The agent plans no more at once. */
export const maximumFiles = 50_000;

/** A promise for what a call with two callbacks has to say. */
function promised(call) { return new Promise((resolve, reject) => { call(resolve, reject); }); }

/**
 * What was dropped: files {path, file}, those that cannot be read {path}, and whether there were more than
 * `maximumFiles`. Call before the event is over.
 */
export async function droppedFiles(transfer) {
    const found = { files: [], unreadable: [], isCut: false };
    const dropped = [...transfer.items].filter(({ kind }) => kind === "file")
        .map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
    for (const { entry, file } of dropped) {
        if (entry?.isDirectory) {
            await readFolder(entry, entry.name, found);
        } else if (file !== null) {
            add({ path: file.name, file }, found);
        }
    }
    return found;
}

/** The same for what was chosen in a dialog. */
export function chosenFiles(list) {
    const found = { files: [], unreadable: [], isCut: false };
    for (const file of list) add({ path: file.name, file }, found);
    return found;
}

function add(file, found) {
    if (found.files.length < maximumFiles) found.files.push(file); else found.isCut = true;
}

async function readFolder(folder, path, found) {
    const reader = folder.createReader();
    try {
        // Some at a time, until none are left.
        for (;;) {
            const entries = await promised((resolve, reject) => reader.readEntries(resolve, reject));
            if (entries.length === 0 || found.isCut) return;
            // Together, because each takes the browser a while.
            const files = entries.filter((entry) => !entry.isDirectory);
            for (const one of await Promise.all(files.map((entry) => readFile(entry, `${path}/${entry.name}`)))) {
                if (one.file === null) found.unreadable.push(one); else add(one, found);
            }
            for (const entry of entries) {
                if (entry.isDirectory) await readFolder(entry, `${path}/${entry.name}`, found);
            }
        }
    } catch {
        found.unreadable.push({ path });
    }
}

/** The file of an entry; null where it cannot be read. */
async function readFile(entry, path) {
    try {
        return { path, file: await promised((resolve, reject) => entry.file(resolve, reject)) };
    } catch {
        return { path, file: null };
    }
}

/**
 * Lets files be dropped anywhere on the page until `signal` is aborted. `over(isOver)`: whether some are held over it;
 * `drop(transfer)`: they were dropped.
 */
export function acceptFiles({ over, drop, signal }) {
    // A picture that is dragged from this page is no new file.
    let isOwn = false;
    addEventListener("dragstart", () => { isOwn = true; }, { signal });
    addEventListener("dragend", () => { isOwn = false; }, { signal });
    const hasFiles = (event) => !isOwn && (event.dataTransfer?.types.includes("Files") ?? false);
    const on = (name, action) => addEventListener(name, (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        // A dialog has to be answered first.
        if (document.querySelector("dialog[open]") === null) action(event); else event.dataTransfer.dropEffect = "none";
    }, { signal });
    // What leaves the page need not tell any more what it is.
    addEventListener("dragleave", (event) => { if (event.relatedTarget === null) over(false); }, { signal });
    on("dragenter", () => over(true));
    on("dragover", (event) => { event.dataTransfer.dropEffect = "copy"; });
    on("drop", (event) => {
        over(false);
        drop(event.dataTransfer);
    });
}
