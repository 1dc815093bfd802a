// Miller's projection: like Mercator's where people live, and it has the poles. Everything is in degrees: x is the
// longitude, y is 0 at the equator and rises to the north.

const degree = Math.PI / 180;

/** The y of the north pole. */
export const poleY = yOf(90);

export function yOf(latitude) { return 1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * latitude * degree)) / degree; }

export function latitudeOf(y) {
    const latitude = (2.5 * Math.atan(Math.exp(0.8 * y * degree)) - 0.625 * Math.PI) / degree;
    return Math.min(Math.max(latitude, -90), 90);
}

/** Pixels that a cluster takes at least: its cell is up to twice as large. */
const cellSize = 72;
const maximumLevel = 24;
/** Pixels per degree from which on nothing more is to be seen: a pixel is half a metre. */
const maximumScale = 200_000;

/** What is shown: the middle, and how large. */
export class MapViewport {
    x = 0;
    y = 20;
    /** Pixels per degree. */
    scale = 1;
    width = 300;
    height = 300;

    /** The world is never narrower than the view, so that nothing is there twice. */
    get minimumScale() { return this.width / 360; }

    /** The whole world stays the whole world. */
    resize(width, height) {
        const isWorld = !this.canZoomOut;
        this.width = Math.max(1, width);
        this.height = Math.max(1, height);
        if (isWorld) this.scale = this.minimumScale;
        this.#limit();
    }

    #limit() {
        this.scale = Math.min(Math.max(this.scale, this.minimumScale), maximumScale);
        this.x = ((this.x + 180) % 360 + 360) % 360 - 180;
        const half = this.height / 2 / this.scale;
        this.y = half >= poleY ? 0 : Math.min(Math.max(this.y, half - poleY), poleY - half);
    }

    get canZoomIn() { return this.scale < maximumScale; }
    get canZoomOut() { return this.scale > this.minimumScale; }

    /** Moves what is shown by pixels. */
    move(right, down) {
        this.x -= right / this.scale;
        this.y += down / this.scale;
        this.#limit();
    }

    /** Zooms; the point at these pixels stays where it is. */
    zoom(factor, left = this.width / 2, top = this.height / 2) {
        const before = this.scale;
        this.scale = Math.min(Math.max(this.scale * factor, this.minimumScale), maximumScale);
        const change = 1 / before - 1 / this.scale;
        this.x += (left - this.width / 2) * change;
        this.y -= (top - this.height / 2) * change;
        this.#limit();
    }

    showWorld() {
        this.scale = this.minimumScale;
        this.x = 0;
        this.y = 20;
        this.#limit();
    }

    /** The pixels of a point, on the side of the date line that is nearer to the middle. */
    place(longitude, latitude) {
        let distance = longitude - this.x;
        if (distance > 180) distance -= 360;
        if (distance < -180) distance += 360;
        return {
            left: this.width / 2 + distance * this.scale,
            top: this.height / 2 - (yOf(latitude) - this.y) * this.scale,
        };
    }

    get west() { return this.x - this.width / 2 / this.scale; }
    get east() { return this.x + this.width / 2 / this.scale; }
    get north() { return Math.min(poleY, this.y + this.height / 2 / this.scale); }
    get south() { return Math.max(-poleY, this.y - this.height / 2 / this.scale); }

    /** The grid of clusters: the same wherever the map is moved to, so that moving it regroups nothing. */
    get cells() {
        const level = Math.min(Math.max(Math.floor(Math.log2(360 * this.scale / cellSize)), 0), maximumLevel);
        const size = 360 / 2 ** level;
        const rows = [];
        for (let row = Math.floor(this.south / size); row <= Math.ceil(this.north / size); row += 1) {
            const latitude = latitudeOf(row * size);
            if (rows.length === 0 || latitude > rows.at(-1)) rows.push(latitude);
        }
        return { west: this.west, east: this.east, level, rows };
    }
}
