import type { Bar, Panel } from "./panels";

export const WIDTH = 960;
/** The height of a row, which holds one bar. */
export const ROW = 22;
/** What a panel takes above and below its rows: its name, and the axis. */
export const PANEL = { above: 30, below: 40 };

const COLUMNS = 2;
const MARGIN = { left: 64, right: 24, top: 96 };

/** How far the lines of a scale may be apart. */
const STEPS = [0.5, 1, 2, 5, 10, 20, 50, 100];

/** A bar and the size that it belongs to; undefined is an empty row. */
export type Row = { size: number; bar: Bar } | undefined;

/** Where the rows of a panel are drawn. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The rows of a panel from the top down, with an empty one between sizes. */
export function rowsOf({ sizes }: Panel): Row[] {
  return sizes.flatMap(({ size, bars }, index): Row[] => [
    ...(index > 0 ? [undefined] : []),
    ...bars.map((bar) => ({ size, bar })),
  ]);
}

/** What stands beside each row: the size, once, in the middle of its bars, and nothing where there is only one size. */
export function rowNames({ sizes }: Panel, rows: readonly Row[], name: (size: number) => string): string[] {
  const middles = new Set(
    sizes.map(({ size, bars }) => rows.findIndex((row) => row?.size === size) + Math.floor((bars.length - 1) / 2)),
  );
  return rows.map((row, index) => (row !== undefined && sizes.length > 1 && middles.has(index) ? name(row.size) : ""));
}

/** The scale of a panel: as far as anything in it goes, with room for its label, in steps that are easy to read. */
export function scaleOf({ sizes }: Panel): { max: number; interval: number } {
  const ends = sizes.flatMap(({ bars }) => bars.flatMap(({ most, allowed = 0 }) => [most, allowed]));
  const reach = Math.max(1, ...ends) * 1.45;
  const interval = STEPS.find((step) => reach / step <= 5) ?? reach / 5;
  return { max: Math.ceil(reach / interval) * interval, interval };
}

/** Places the panels two in a line, each line as high as its highest, by how many rows they have. */
export function layoutOf(rowCounts: readonly number[]): { boxes: Box[]; height: number } {
  const width = WIDTH / COLUMNS - MARGIN.left - MARGIN.right;
  const boxes: Box[] = [];
  let below = MARGIN.top;
  for (let first = 0; first < rowCounts.length; first += COLUMNS) {
    const line = rowCounts.slice(first, first + COLUMNS).map((rows) => rows * ROW);
    const top = below + PANEL.above;
    line.forEach((height, column) => {
      boxes.push({ left: MARGIN.left + (column * WIDTH) / COLUMNS, top, width, height });
    });
    below = top + Math.max(...line) + PANEL.below;
  }
  return { boxes, height: below };
}
