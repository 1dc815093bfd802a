// Forms for albums and folders: making, renaming, moving and deleting one, and choosing one for photos.

import { flattened, pathOf } from "./albums.js";
import { get, post } from "./api.js";
import { choose, field, showForm } from "./dialogs.js";
import { announce, button, element, notify } from "./dom.js";
import { localized } from "./localized.js";
import { failed, isolated } from "./words.js";

function nameField(value) {
    return element("input", { type: "text", name: "name", value, required: true, autocomplete: "off", dir: "auto" });
}

/** A choice of a folder, or of the top level. */
function folderField(entries, current) {
    return element(
        "select", { name: "folder" },
        element("option", { value: "" }, localized("None")),
        entries.map((entry) => element(
            "option", { value: entry.node.id, selected: entry.node.id === current }, pathOf(entry)
        ))
    );
}

/** What the photos of an album can be sorted by. */
function orderField() {
    return element(
        "select", { name: "order" },
        element("option", { value: "" }, localized("As they are")),
        element("option", { value: "date" }, localized("By date")),
        element("option", { value: "added" }, localized("By date added")),
        element("option", { value: "name" }, localized("By name"))
    );
}

/** What albums and folders can be sorted by. */
function collectionOrderField() {
    return element(
        "select", { name: "order" },
        element("option", { value: "" }, localized("As they are")),
        element("option", { value: "name" }, localized("By name")),
        element("option", { value: "newest" }, localized("Newest photos first")),
        element("option", { value: "oldest" }, localized("Oldest photos first"))
    );
}

/** Where an album or a folder is among the others of its folder. */
class PlaceField {
    #node;
    #albums;
    #select = element("select", { name: "place" });
    #parent;
    /** What it comes before now; null for the end. */
    #next = null;

    constructor(node, albums) {
        this.#node = node;
        this.#albums = albums;
        this.#parent = albums.parent(node)?.id ?? null;
        const siblings = albums.siblings(albums.parent(node));
        this.#next = siblings[siblings.findIndex(({ id }) => id === node.id) + 1]?.id ?? null;
        this.node = field(localized("Place|in a list"), this.#select);
        this.show(this.#parent);
    }

    /** Offers the places in a folder. */
    show(folder) {
        const others = this.#albums.siblings(folder === null ? null : this.#albums.album(folder))
            .filter(({ id }) => id !== this.#node.id);
        this.node.hidden = others.length === 0;
        this.#select.replaceChildren(
            ...others.map(({ id, title }) => element("option", { value: id }, localized("Before “{name}”", {
                name: isolated(title),
            }))),
            element("option", { value: "" }, localized("At the end"))
        );
        this.#select.value = folder === this.#parent ? this.#next ?? "" : "";
        this.isOwn = folder === this.#parent;
    }

    /** What was chosen, as the agent takes it; null when it stays where it is, or goes to the end of another folder. */
    get position() {
        const before = this.#select.value || null;
        return before === (this.isOwn ? this.#next : null) ? null : { before };
    }
}

/** Puts the albums and folders of the top level in order. */
export function orderCollections() {
    const order = collectionOrderField();
    showForm({
        title: localized("Order of the Albums"),
        fields: [field(localized("Put the albums and folders in order"), order)],
        submitTitle: localized("Save"),
        submit: async () => {
            if (order.value !== "") await post("/api/library/order", { folder: null, by: order.value });
            announce(localized("Saved"));
        },
    });
}

/** Puts an album or a folder into a folder, the top level with null, before another one or, with null, at the end. */
export async function placeCollection(node, parent, folder, next) {
    try {
        await post("/api/library/arrange", {
            id: node.id, isFolder: node.children !== null, parent: parent?.id ?? null, destination: folder?.id ?? null,
            position: { before: next?.id ?? null },
        });
        const name = isolated(node.title);
        notify(next === null ? localized("“{name}” is at the end now.", { name })
            : localized("“{name}” is before “{other}” now.", { name, other: isolated(next.title) }));
    } catch (error) {
        notify(failed(error));
    }
}

/** Moves an album or a folder into a folder, or to the top level with null. */
export async function moveCollection(node, parent, folder) {
    try {
        await post("/api/library/arrange", {
            id: node.id, isFolder: node.children !== null, parent: parent?.id ?? null, destination: folder?.id ?? null,
        });
        const name = isolated(node.title);
        notify(folder === null ? localized("“{name}” was moved out of its folder.", { name })
            : localized("“{name}” was moved to “{folder}”.", { name, folder: isolated(folder.title) }));
    } catch (error) {
        notify(failed(error));
    }
}

/** Makes an album or a folder. `entries`: all that there are. */
export function makeCollection(isFolder, entries) {
    const name = nameField("");
    const folders = entries.filter(({ node }) => node.children !== null);
    const folder = folderField(folders, null);
    showForm({
        title: isFolder ? localized("New Folder") : localized("New Album"),
        fields: [field(localized("Name"), name), folders.length > 0 ? field(localized("In the folder"), folder) : null],
        submitTitle: localized("Create"),
        submit: async () => {
            await post("/api/library/create", { title: name.value, isFolder, parent: folder.value || null });
            announce(isFolder ? localized("Folder created") : localized("Album created"));
        },
    });
}

/** Renames, moves or deletes an album or a folder of a list. */
export function editCollection(node, albums) {
    const isFolder = node.children !== null;
    const entries = albums.flat;
    const parent = albums.parent(node)?.id ?? null;
    const name = nameField(node.title);
    // Nothing is inside itself.
    const folders = entries.filter((entry) => entry.node.children !== null
        && entry.node.id !== node.id && !entry.parents.some(({ id }) => id === node.id));
    const folder = folderField(folders, parent);
    const place = new PlaceField(node, albums);
    folder.addEventListener("change", () => place.show(folder.value || null));
    const order = isFolder ? collectionOrderField() : orderField();
    const members = isFolder ? node.children.length : node.count;
    showForm({
        title: isFolder ? localized("Edit Folder") : localized("Edit Album"),
        fields: [
            field(localized("Name"), name), folders.length > 0 ? field(localized("In the folder"), folder) : null,
            place.node,
            members < 2 ? null : field(
                isFolder ? localized("Put what is in it in order") : localized("Put the photos in order"), order
            ),
        ],
        submitTitle: localized("Save"),
        submit: async () => {
            const destination = folder.value || null;
            const title = name.value === node.title ? null : name.value;
            const { position } = place;
            if (title !== null || destination !== parent || position !== null) {
                await post("/api/library/arrange", { id: node.id, isFolder, title, parent, destination, position });
            }
            if (order.value !== "") {
                await (isFolder ? post("/api/library/order", { folder: node.id, by: order.value })
                    : post("/api/library/sort", { album: node.id, by: order.value }));
            }
            announce(localized("Saved"));
        },
        others: (close) => [button(isFolder ? localized("Delete Folder…") : localized("Delete Album…"), () => {
            close();
            confirmDeletion(node, isFolder);
        }, { "data-answer": "delete" })],
    });
}

async function confirmDeletion(node, isFolder) {
    const name = isolated(node.title);
    const answer = await choose({
        title: localized("Delete “{name}”?", { name }),
        text: isFolder ? localized("The albums and folders in it are deleted, too. The photos stay in the library.")
            : localized("The photos stay in the library."),
        answers: [{ name: "delete", title: localized("Delete"), class: "destructive" }],
    });
    if (answer === null) return;
    try {
        await post("/api/library/dissolve", { id: node.id, isFolder });
        notify(localized("“{name}” was deleted.", { name }));
    } catch (error) {
        notify(failed(error));
    }
}

/** Adds photos to an album with `add(album)`, or to a new one. */
export async function chooseAlbum(add) {
    let albums;
    try {
        albums = flattened((await get("/api/albums")).albums).filter(({ node }) => node.children === null);
    } catch (error) {
        notify(failed(error));
        return;
    }
    const name = nameField("");
    const named = field(localized("Name of the new album"), name);
    const choice = element(
        "select", { name: "album", onchange: () => show() },
        albums.map((entry) => element("option", { value: entry.node.id }, pathOf(entry))),
        element("option", { value: "" }, localized("New Album…"))
    );
    const show = () => {
        named.hidden = choice.value !== "";
        name.required = !named.hidden;
    };
    show();
    showForm({
        title: localized("Add to Album"),
        fields: [field(localized("Album"), choice), named],
        submitTitle: localized("Add"),
        submit: async () => {
            let album = albums.find(({ node }) => node.id === choice.value)?.node;
            if (!album) {
                const { id } = await post("/api/library/create", { title: name.value, isFolder: false });
                album = { id, title: name.value };
            }
            await add(album);
        },
    });
}
