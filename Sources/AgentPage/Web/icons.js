// Line icons, drawn on a grid of 20.

const paths = {
    check: "m4.5 10.5 3.7 3.7 7.3-8.4",
    search: "M13.2 13.2 17 17M8.7 14.4a5.7 5.7 0 1 0 0-11.4 5.7 5.7 0 0 0 0 11.4z",
    close: "m5 5 10 10M15 5 5 15",
    back: "M12.5 4 6.5 10l6 6",
    forward: "m7.5 4 6 6-6 6",
    expand: "M11.5 3.5h5v5M8.5 16.5h-5v-5M16.5 3.5l-5.6 5.6M3.5 16.5l5.6-5.6",
    play: "M6.5 4.2v11.6L15.8 10z",
    heart: "M10 16.5S3 12.6 3 7.8C3 5.6 4.7 4 6.7 4 8.100 4 9.300 4.8 10 6c.7-1.200 1.900-2 3.300-2C15.300 4 17 5.600 17 7.800 17 12.600 10 16.500 10 16.500z",
    live: "M10 12.4a2.400 2.400 0 1 0 0-4.800 2.400 2.400 0 0 0 0 4.800zM10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14z",
    photos: "M3 5.500A1.500 1.500 0 0 1 4.500 4h11A1.500 1.500 0 0 1 17 5.500v9a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 3 14.500zM3 13l4-4 4.500 4.500L13.500 11.500 17 15M12.800 7.500h.01",
    album: "M5.500 4h9M4.500 6.500h11M3.500 9h13v7.500h-13z",
    folder: "M2.500 5.500A1.500 1.500 0 0 1 4 4h3.500l2 2H16a1.500 1.500 0 0 1 1.500 1.500v7A1.500 1.500 0 0 1 16 16H4a1.500 1.500 0 0 1-1.500-1.500z",
    more: "M5 10h.01M10 10h.01M15 10h.01",
    hidden: "M3 3l14 14M8.200 8.200a2.500 2.500 0 0 0 3.600 3.600M6 5.700C3.800 7 2.500 10 2.500 10s2.500 5 7.500 5c1.500 0 2.800-.4 3.900-1.100M9 5.100C9.300 5 9.700 5 10 5c5 0 7.500 5 7.500 5s-.6 1.300-1.900 2.600",
    trash: "M4 6h12M8 6V4h4v2M5.500 6l.8 10.500h7.400L14.500 6M8.500 9v5M11.500 9v5",
    edit: "M4 16l.8-3.300L13 4.500l2.500 2.500-8.200 8.200zM11.500 6l2.500 2.500",
    import: "M10 3.500v8.500M6.500 8.500 10 12l3.500-3.500M4 13.500v2.500h12v-2.500",
    sort: "M6 4v12M3.5 13.5 6 16l2.500-2.500M11 5h6M11 9h4.500M11 13h3",
    smaller: "M5 10h10",
    larger: "M5 10h10M10 5v10",
    restore: "M4 10a6 6 0 1 1 2 4.500M4 5.500V10h4.500",
    history: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.300l3 1.700",
    info: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.200v4.300M10 6.500h.01",
    warning: "M10 3.500 17.500 16.500h-15zM10 8.500v3.500M10 14.300h.01",
    cloud: "M6 15.500a3.500 3.500 0 0 1-.4-7 4.500 4.500 0 0 1 8.700-1 3.800 3.800 0 0 1 .2 8z",
    pause: "M7.500 5v10M12.500 5v10",
    lock: "M6.500 9V6.500a3.500 3.500 0 0 1 7 0V9M5 9h10v7.500H5z",
    map: "M3 5.500 7.500 4l5 1.500L17 4v10.500L12.500 16l-5-1.500L3 16zM7.500 4v10.500M12.500 5.500V16",
    place: "M10 17.500s5.500-5 5.500-9.300a5.500 5.500 0 0 0-11 0C4.500 12.500 10 17.500 10 17.500zM10 10.200a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
    world: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM3 10h14M10 3c4 4 4 10 0 14M10 3c-4 4-4 10 0 14",
    missing: "M4 4l12 12M16 4.500h-8M17 5.500v8M13 16H4.500A1.500 1.500 0 0 1 3 14.500V6",
};

const filled = new Set(["play", "heart"]);

/** A decorative icon: the element that holds it has the name. */
export function icon(name) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 20 20");
    svg.setAttribute("class", filled.has(name) ? "icon icon-filled" : "icon");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("focusable", "false");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", paths[name]);
    svg.append(path);
    return svg;
}
