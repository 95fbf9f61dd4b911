// The search: its verdict, coverage, rates over time, findings, and what was not covered.
import type { ExploredTree, Member, Phase, RunData } from "./data";
import { byId, counted, make, makeSvg, type Child } from "./dom";
import { drawTree, treeRows } from "./tree_view";

function section(title: string, ...content: Child[]): HTMLElement {
  const id = `run-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  return make("section", { "aria-labelledby": id, class: "card" }, make("h2", { id }, title), ...content);
}

function list(items: string[], className = ""): HTMLElement {
  return make("ul", { class: className }, ...items.map((text) => make("li", {}, text)));
}

function table(heads: string[], rows: string[][], numbers: number[]): HTMLElement {
  const cell = (tag: "th" | "td", text: string, i: number): HTMLElement => make(tag, { class: numbers.includes(i) ? "figure" : "" }, text);
  const head = make("tr", {}, ...heads.map((text, i) => cell("th", text, i)));
  const body = rows.map((row) => make("tr", {}, ...row.map((text, i) => cell("td", text, i))));
  return make("div", { class: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...body)));
}

function grouped(number: number): string {
  return number.toLocaleString("en");
}

function phaseRow(phase: Phase, index: number): string[] {
  const bounds = phase.bounds.map((bound) => bound.phrase || bound.name).join(", ") || "no bound";
  const pruned = phase.bounds.reduce((sum, bound) => sum + bound.pruned, 0);
  const end = phase.refusal || { exhausted: "everything explored", error: "stopped at an error" }[phase.end] || phase.end;
  return [
    String(index + 1),
    phase.search + (phase.hunt ? " (beyond the promise)" : ""),
    phase.points,
    bounds,
    grouped(phase.states),
    grouped(phase.executions),
    grouped(pruned),
    end,
  ];
}

function phases(all: Phase[]): HTMLElement {
  const heads = ["phase", "search", "scheduling points", "bounds", "states", "executions", "pruned", "end"];
  return table(heads, all.map(phaseRow), [4, 5, 6]);
}

function memberRow(member: Member, index: number): string[] {
  const seconds = `${member.seconds.toFixed(2)} s`;
  return [String(index), String(member.seed), member.death || member.verdict, grouped(member.executions), grouped(member.states), seconds];
}

// Rates between samples as a line chart, with the figures as a table for screen readers.
function chart(rates: [number, number, number][], column: 1 | 2, unit: string): HTMLElement | null {
  const points: [number, number][] = [];
  let [before, count] = [0, 0];
  for (const sample of rates) {
    const seconds = sample[0] - before;
    if (seconds <= 0) continue;
    points.push([sample[0], Math.max(0, sample[column] - count) / seconds]);
    [before, count] = [sample[0], sample[column]];
  }
  const most = Math.max(...points.map((point) => point[1]));
  if (points.length < 3 || most <= 0) return null;
  const [width, height, left, bottom] = [640, 180, 64, 24];
  const end = points[points.length - 1]![0];
  const x = (seconds: number): number => left + (seconds / end) * (width - left - 12);
  const y = (rate: number): number => 12 + (1 - rate / most) * (height - bottom - 12);
  const total = rates[rates.length - 1]![column];
  const label = `${unit} per second: on average ${grouped(Math.round(total / end))}, at most ${grouped(Math.round(most))}, over ${end.toFixed(1)} seconds`;
  const svg = makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "chart" });
  const text = (tx: number, ty: number, anchor: string, content: string): SVGElement => {
    const element = makeSvg("text", { x: tx, y: ty, "text-anchor": anchor });
    element.textContent = content;
    return element;
  };
  for (const share of [0, 0.5, 1]) {
    svg.append(makeSvg("line", { class: "axis", x1: left, x2: width - 12, y1: y(most * share), y2: y(most * share) }));
    svg.append(text(left - 8, y(most * share) + 4, "end", grouped(Math.round(most * share))));
  }
  const d = points.map((point, i) => `${i === 0 ? "M" : "L"}${x(point[0]).toFixed(1)} ${y(point[1]).toFixed(1)}`).join(" ");
  svg.append(makeSvg("path", { class: "area", d: `${d} L${x(end)} ${y(0)} L${x(points[0]![0])} ${y(0)} z` }));
  svg.append(makeSvg("path", { class: "rate", d }));
  svg.append(text(left, height - 6, "start", "0 s"), text(width - 12, height - 6, "end", `${end.toFixed(1)} s`));
  return make("figure", {}, svg as unknown as Node, make("figcaption", {}, label));
}

// Each phase as a bar that grows with the logarithm of its size.
function sizes(all: Phase[]): HTMLElement {
  const most = Math.max(1, ...all.map((phase) => Math.max(phase.states, phase.executions)));
  const bars = make("ol", { class: "tree" });
  for (const phase of all) {
    const size = Math.max(phase.states, phase.executions);
    const pruned = phase.bounds.reduce((sum, bound) => sum + bound.pruned, 0);
    const bound = phase.bounds.map((one) => one.phrase).join(", ") || "without bounds";
    const done = phase.end === "exhausted";
    const bar = make("div", { class: `bar ${done ? "done" : "open"}` });
    bar.style.width = `${Math.max(2, (100 * Math.log1p(size)) / Math.log1p(most))}%`;
    const left = pruned > 0 ? `; ${counted(pruned, "branch", "branches")} pruned` : "";
    const what = `${phase.search} with ${phase.points} points, ${bound}: ${counted(phase.states, "state")}, ${counted(phase.executions, "execution")}${left}; ${done ? "exhausted" : "not exhausted"}`;
    bars.append(make("li", {}, make("div", { class: "label" }, what), bar));
  }
  return bars;
}

function exploredTree(tree: ExploredTree): HTMLElement {
  const heads = ["depth", "states", "arrivals at visited states", "executions ended"];
  const figures = make("details", {}, make("summary", {}, "Figures by depth"), table(heads, treeRows(tree), [0, 1, 2, 3]));
  const note = make("p", { class: "empty" }, "The root is on top; bars grow with the logarithm of the arrivals at that depth.");
  return section("Schedule tree explored", note, drawTree(tree), figures);
}

function findings(run: RunData): HTMLElement[] {
  const races = run.races.length > 0 ? list(run.races, "texts") : make("p", { class: "empty" }, "No data race was seen.");
  const orders = run.lock_orders.length > 0 ? list(run.lock_orders, "texts") : make("p", { class: "empty" }, "No inconsistent lock order was seen.");
  return [section("Data races", races), section("Lock orders", orders)];
}

export function showRun(run: RunData): void {
  const result = run.result;
  const facts = result.coverage_facts?.phases ?? [];
  const cards: HTMLElement[] = [];
  cards.push(section("Coverage", make("p", { class: "lead" }, result.coverage || "Nothing was covered."), list(run.counts, "figures")));
  if (facts.length > 0) cards.push(section("Phases", phases(facts)), section("Size of the phases", make("p", { class: "empty" }, "The size of the explored part, phase by phase. Bars grow with its logarithm."), sizes(facts)));
  if (result.explored_tree) cards.push(exploredTree(result.explored_tree));
  const charts = [chart(run.rates, 1, "executions"), chart(run.rates, 2, "states")].filter((one): one is HTMLElement => one !== null);
  if (charts.length > 0) cards.push(section("Rates over time", ...charts));
  if (result.estimate) {
    const { schedules, low, high } = result.estimate;
    const power = (n: number): string => (n < 1e6 ? grouped(Math.round(n)) : n.toExponential(1));
    cards.push(section("Estimate", make("p", {}, `About ${power(schedules)} schedules in all (between ${power(low)} and ${power(high)}).`)));
  }
  if (result.members && result.members.length > 0) {
    cards.push(section("Parallel searches", table(["search", "seed", "verdict", "executions", "states", "time"], result.members.map(memberRow), [0, 1, 3, 4, 5])));
  }
  if (result.further_errors && result.further_errors.length > 0) {
    cards.push(section("Further errors", list(result.further_errors.map((error) => `${error.kind}: ${error.message} ${error.location} ${error.trace ?? ""}`))));
  }
  cards.push(...findings(run));
  cards.push(section("Not covered", result.unwatched.length > 0 ? list(result.unwatched) : make("p", { class: "empty" }, "Nothing was left out.")));
  const options = Object.entries(result.search).filter(([, value]) => value !== "").map(([name, value]) => [`--${name}`, value]);
  const details = make("details", {}, make("summary", {}, counted(options.length, "option")), table(["option", "value"], options, []));
  cards.push(section("Options in force", details));
  byId("run").replaceChildren(...cards);
}
