// The layout of the grid, computed from the months' counts alone, so that a million photos cost no more than a hundred.
// Positions are in pixels from the top.

const headingHeight = 44;
const gap = 3;
const endPadding = 24;

/** The parts of a grid: neighbours of one year, or days of one month, that fit into one row have it together. */
function shared(months, columns) {
    const parts = [];
    for (const { month, day = null, count } of months) {
        if (count === 0) continue;
        const last = parts.at(-1);
        const belongs = last !== undefined && month !== null && last.month !== null && last.count + count <= columns
            && (day === null ? Math.floor(month / 12) === Math.floor(last.month / 12) : month === last.month);
        if (belongs) {
            last.count += count;
            last.earliest = { month, day };
        } else {
            parts.push({ month, day, count, earliest: null });
        }
    }
    return parts;
}

export class GridLayout {
    /** `months`, or days, divide the items in order; without any there is one part without a heading. */
    constructor({ width, count, months, cellWidth, minimumColumns = 3 }) {
        this.count = count;
        this.columns = Math.max(minimumColumns, Math.floor((width + gap) / (cellWidth + gap)));
        this.cell = Math.max(1, (width - gap * (this.columns - 1)) / this.columns);
        this.rowHeight = this.cell + gap;
        this.parts = [];
        let [top, first] = [0, 0];
        const hasHeadings = months.length > 0;
        for (const part of hasHeadings ? shared(months, this.columns) : [{ month: null, count }]) {
            const { month, day = null, earliest = null, count: size } = part;
            const rows = Math.ceil(size / this.columns);
            const rowsTop = top + (hasHeadings ? headingHeight : 0);
            this.parts.push({ number: this.parts.length, month, day, earliest, first, count: size, top, rowsTop, rows });
            top = rowsTop + rows * this.rowHeight;
            first += size;
        }
        this.hasHeadings = hasHeadings;
        this.headingHeight = hasHeadings ? headingHeight : 0;
        this.height = top + endPadding;
    }

    /** The part at a position. */
    partAt(position) { return this.#last((part) => part.top <= position); }

    partOf(item) { return this.#last((part) => part.first <= item); }

    #last(isBefore) {
        let [low, high] = [0, this.parts.length - 1];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (isBefore(this.parts[middle])) low = middle; else high = middle - 1;
        }
        return this.parts[low];
    }

    /** Top of an item's row. */
    topOf(item) {
        const part = this.partOf(item);
        return part.rowsTop + Math.floor((item - part.first) / this.columns) * this.rowHeight;
    }

    /** The headings and rows that intersect a range, from the top. */
    between(top, bottom) {
        const found = [];
        if (this.parts.length === 0) return found;
        for (let at = this.partAt(top).number; at < this.parts.length && this.parts[at].top < bottom; at += 1) {
            const part = this.parts[at];
            if (this.hasHeadings && part.rowsTop > top) found.push({ key: `part-${part.number}`, part, top: part.top });
            const from = Math.max(0, Math.floor((top - part.rowsTop) / this.rowHeight));
            const to = Math.min(part.rows, Math.ceil((bottom - part.rowsTop) / this.rowHeight));
            for (let row = from; row < to; row += 1) {
                const first = part.first + row * this.columns;
                const count = Math.min(this.columns, part.first + part.count - first);
                found.push({ key: `row-${first}`, first, count, top: part.rowsTop + row * this.rowHeight });
            }
        }
        return found;
    }

    /** The item `step` rows below (or above) this one. */
    vertically(item, step) {
        const part = this.partOf(item);
        const column = (item - part.first) % this.columns;
        let row = Math.floor((item - part.first) / this.columns) + step;
        let target = part;
        while (row < 0 && target.number > 0) {
            target = this.parts[target.number - 1];
            row += target.rows;
        }
        while (row >= target.rows && target.number < this.parts.length - 1) {
            row -= target.rows;
            target = this.parts[target.number + 1];
        }
        if (row < 0) return 0;
        if (row >= target.rows) return this.count - 1;
        return Math.min(target.first + row * this.columns + column, target.first + target.count - 1);
    }
}
