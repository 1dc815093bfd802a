// Draws the land and the towns. The land is a file of the agent's: Natural Earth's countries, which are in the public
// domain.

import { get } from "./api.js";
import { poleY, yOf } from "./mapprojection.js";

/** Degrees between the lines of the grid. */
const gridStep = 30;
const labelFont = "12px system-ui, sans-serif";
/** Pixels around a town's name that stay free of others. */
const labelSpace = 6;

/** Rings with their bounds, projected. Read once. */
let land = null;

async function readLand() {
    const { unitsPerDegree, rings } = await get("/land.json");
    return rings.map((steps) => {
        const path = new Path2D();
        const bounds = { west: 180, east: -180, south: poleY, north: -poleY };
        let [longitude, latitude] = [0, 0];
        for (let at = 0; at < steps.length; at += 2) {
            longitude += steps[at];
            latitude += steps[at + 1];
            const [x, y] = [longitude / unitsPerDegree, yOf(Math.max(latitude / unitsPerDegree, -90))];
            if (at === 0) path.moveTo(x, y); else path.lineTo(x, y);
            bounds.west = Math.min(bounds.west, x);
            bounds.east = Math.max(bounds.east, x);
            bounds.south = Math.min(bounds.south, y);
            bounds.north = Math.max(bounds.north, y);
        }
        path.closePath();
        return { path, bounds };
    });
}

export class MapDrawing {
    #canvas;
    #view;
    towns = [];

    constructor(canvas, view) {
        this.#canvas = canvas;
        this.#view = view;
    }

    /** Reads the land unless it is there. Without it, the grid and the towns are drawn. */
    async load() {
        try {
            land ??= await readLand();
        } catch {
            return;
        }
        this.draw();
    }

    draw() {
        const [canvas, view] = [this.#canvas, this.#view];
        const density = globalThis.devicePixelRatio || 1;
        const [width, height] = [Math.round(view.width * density), Math.round(view.height * density)];
        if (canvas.width !== width || canvas.height !== height) {
            canvas.width = width;
            canvas.height = height;
        }
        const style = getComputedStyle(canvas);
        const colour = (name) => style.getPropertyValue(name).trim();
        const context = canvas.getContext("2d");
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = colour("--map-sea");
        context.fillRect(0, 0, width, height);
        const scale = view.scale * density;
        for (const turn of [-360, 0, 360]) {
            if (turn + 180 < view.west || turn - 180 > view.east) continue;
            context.setTransform(
                scale, 0, 0, -scale, width / 2 + (turn - view.x) * scale, height / 2 + view.y * scale
            );
            this.#drawGrid(context, colour("--map-grid"), scale);
            context.fillStyle = colour("--map-land");
            context.strokeStyle = colour("--map-border");
            context.lineWidth = 1 / view.scale;
            for (const { path, bounds } of land ?? []) {
                const isShown = bounds.east + turn >= view.west && bounds.west + turn <= view.east
                    && bounds.north >= view.south && bounds.south <= view.north;
                if (!isShown) continue;
                context.fill(path);
                context.stroke(path);
            }
        }
        context.setTransform(density, 0, 0, density, 0, 0);
        this.#drawTowns(context, colour("--map-text"), colour("--map-land"));
    }

    #drawGrid(context, colour, scale) {
        context.strokeStyle = colour;
        context.lineWidth = 1 / scale;
        context.beginPath();
        for (let longitude = -180; longitude <= 180; longitude += gridStep) {
            context.moveTo(longitude, -poleY);
            context.lineTo(longitude, poleY);
        }
        for (let latitude = -90 + gridStep; latitude < 90; latitude += gridStep) {
            context.moveTo(-180, yOf(latitude));
            context.lineTo(180, yOf(latitude));
        }
        context.stroke();
    }

    /** The names of the largest towns that do not cover each other. */
    #drawTowns(context, colour, halo) {
        context.font = labelFont;
        context.textBaseline = "middle";
        context.lineJoin = "round";
        const taken = [];
        for (const town of this.towns) {
            const { left, top } = this.#view.place(town.longitude, town.latitude);
            const width = context.measureText(town.name).width;
            const box = [left - labelSpace, top - 6 - labelSpace, left + 8 + width + labelSpace, top + 6 + labelSpace];
            const isFree = taken.every(
                (other) => box[0] > other[2] || box[2] < other[0] || box[1] > other[3] || box[3] < other[1]
            );
            if (!isFree || box[2] > this.#view.width || box[0] < 0) continue;
            taken.push(box);
            context.fillStyle = colour;
            context.beginPath();
            context.arc(left, top, 2, 0, 2 * Math.PI);
            context.fill();
            context.strokeStyle = halo;
            context.lineWidth = 3;
            context.strokeText(town.name, left + 6, top);
            context.fillText(town.name, left + 6, top);
        }
    }
}
