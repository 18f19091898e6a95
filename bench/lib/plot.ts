import * as echarts from "echarts";
import { formatCount, plain } from "./format";
import { panelsOf, type Panel } from "./panels";
import { layoutOf, PANEL, ROW, rowNames, rowsOf, scaleOf, WIDTH, type Box, type Row } from "./plotLayout";
import type { Result } from "./result";

/** Distinct without colour vision too. */
const COLORS = { reference: "#9aa0a6", others: ["#0072b2", "#e69f00", "#009e73", "#cc79a7"] };
const INK = { text: "#202124", light: "#5f6368", grid: "#e8eaed", limit: "#d50000" };

/** About how long a label is: a limit that would go through it comes before it. */
const LABEL = 110;

/** As the legend names what a budget allows. */
const LIMIT = "at most";

const on = (panel: number) => ({ xAxisIndex: panel, yAxisIndex: panel });

/** Lines from the least to the most, and beside them what the bars stand for. */
function spreads(panel: number, rows: readonly Row[]): echarts.CustomSeriesOption {
  const bars = rows.flatMap((row, index) => (row === undefined ? [] : [{ ...row.bar, index }]));
  return {
    ...on(panel),
    type: "custom",
    silent: true,
    z: 5,
    encode: { x: [0, 1], y: 2 },
    data: bars.map(({ least, most, index }) => [least, most, index]),
    renderItem: ({ dataIndex }, api) => {
      const [left = 0, y = 0] = api.coord([api.value(0), api.value(2)]);
      const [right = 0] = api.coord([api.value(1), api.value(2)]);
      const line = (x1: number, y1: number, x2: number, y2: number) =>
        ({ type: "line", shape: { x1, y1, x2, y2 }, style: { stroke: INK.text, lineWidth: 1 } }) as const;
      const lines = [line(left, y, right, y), line(left, y - 4, left, y + 4), line(right, y - 4, right, y + 4)];
      const { label: text = "", allowed = 0 } = bars[dataIndex] ?? {};
      const [limit = 0] = api.coord([allowed, api.value(2)]);
      const x = 7 + (limit > right && limit < right + LABEL ? limit : right);
      return {
        type: "group",
        children: [
          ...(left < right ? lines : []),
          { type: "text", style: { text, x, y, fill: INK.text, fontSize: 12, verticalAlign: "middle" } },
        ],
      };
    },
  };
}

/** How far the bars may go. */
function limits(panel: number, rows: readonly Row[]): echarts.CustomSeriesOption {
  return {
    ...on(panel),
    type: "custom",
    name: LIMIT,
    color: INK.limit,
    silent: true,
    z: 4,
    encode: { x: 0, y: 1 },
    data: rows.flatMap((row, index) => (row?.bar.allowed === undefined ? [] : [[row.bar.allowed, index]])),
    renderItem: (_, api) => {
      const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)]);
      const shape = { x1: x, y1: y - ROW / 2, x2: x, y2: y + ROW / 2 };
      return { type: "line", shape, style: { stroke: INK.limit, lineWidth: 3 } };
    },
  };
}

function colorOf(contender: string, { contenders, reference }: Result): string | undefined {
  if (contender === reference) return COLORS.reference;
  const others = Object.keys(contenders).filter((key) => key !== reference);
  return COLORS.others[others.indexOf(contender) % COLORS.others.length];
}

function seriesOf(panel: number, rows: readonly Row[], result: Result): echarts.SeriesOption[] {
  const bars = Object.entries(result.contenders).map(([key, name]): echarts.BarSeriesOption => ({
    ...on(panel),
    type: "bar",
    name: plain(name),
    color: colorOf(key, result),
    silent: true,
    // Every row has the bar of one contender: so those of all may lie in the same place.
    barGap: "-100%",
    barWidth: ROW - 6,
    data: rows.map((row) => (row?.bar.contender === key ? row.bar.median : null)),
  }));
  return [...bars, limits(panel, rows), spreads(panel, rows)];
}

function titles(result: Result, panels: readonly Panel[], boxes: readonly Box[]): echarts.TitleComponentOption[] {
  const reference = plain(result.contenders[result.reference] ?? result.reference);
  return [
    {
      text: result.title,
      subtext: `Medians, relative to: ${reference}. Lines go from the least to the most.`,
      left: 16,
      top: 10,
      textStyle: { fontSize: 17, color: INK.text },
      subtextStyle: { fontSize: 12, color: INK.light },
    },
    ...panels.map(({ measure }, index) => ({
      text: measure,
      left: boxes[index]?.left,
      top: (boxes[index]?.top ?? 0) - PANEL.above,
      textStyle: { fontSize: 13, color: INK.text },
    })),
  ];
}

function optionOf(result: Result, panels: readonly Panel[], boxes: Box[]): echarts.EChartsOption {
  const rows = panels.map(rowsOf);
  const hasLimits = rows.flat().some((row) => row?.bar.allowed !== undefined);
  const names = Object.values(result.contenders).map(plain);
  return {
    animation: false,
    backgroundColor: "#ffffff",
    textStyle: { fontFamily: "sans-serif", color: INK.text },
    title: titles(result, panels, boxes),
    legend: { data: hasLimits ? [...names, LIMIT] : names, left: 16, top: 62, selectedMode: false, itemGap: 28 },
    grid: boxes,
    xAxis: panels.map((panel, gridIndex) => ({
      gridIndex,
      type: "value",
      min: 0,
      ...scaleOf(panel),
      axisLabel: { formatter: "{value}x" },
      splitLine: { lineStyle: { color: INK.grid } },
    })),
    yAxis: panels.map((panel, gridIndex) => ({
      gridIndex,
      type: "category",
      inverse: true,
      axisTick: { show: false },
      axisLabel: { interval: 0, color: INK.text },
      data: rowNames(panel, rows[gridIndex] ?? [], formatCount),
    })),
    series: rows.flatMap((each, panel) => seriesOf(panel, each, result)),
  };
}

/**
 * The plot of a section as SVG: a panel for each measure, and in it the contenders' medians relative to the reference, from the
 * least to the most, with what the budgets allow. Undefined where there is nothing to compare.
 */
export function renderPlot(result: Result): string | undefined {
  const panels = panelsOf(result);
  if (panels.length === 0) return undefined;
  const { boxes, height } = layoutOf(panels.map((panel) => rowsOf(panel).length));
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: WIDTH, height });
  try {
    chart.setOption(optionOf(result, panels, boxes));
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
