// The shape of the explored schedule tree: the root on top, one bar per level, as wide as the logarithm of its arrivals.
import type { ExploredTree } from "./data";
import { counted, make, makeSvg } from "./dom";

interface Level {
  depths: string;
  states: number;
  revisits: number;
  executions: number;
}

function levelsOf(tree: ExploredTree): Level[] {
  return tree.states.map((states, i) => {
    const first = i * tree.width;
    return {
      depths: tree.width === 1 ? String(first) : `${first} to ${first + tree.width - 1}`,
      states,
      revisits: tree.revisits[i] ?? 0,
      executions: tree.executions[i] ?? 0,
    };
  });
}

const kWidth = 380;
const kLeft = 58;
const kMiddle = kLeft + (kWidth - kLeft - 8) / 2;

// The parts of a level's bar, from left to right.
function bar(level: Level, most: number, y: number, height: number): SVGElement[] {
  const arrivals = level.states + level.revisits;
  if (arrivals === 0) return [];
  const whole = Math.max(3, ((kWidth - kLeft - 8) * Math.log1p(arrivals)) / Math.log1p(most));
  const ended = Math.min(level.executions, level.states);
  const parts: [string, number][] = [["opened", level.states - ended], ["ended", ended], ["revisited", level.revisits]];
  let x = kMiddle - whole / 2;
  return parts.flatMap(([name, count]) => {
    const width = (whole * count) / arrivals;
    const part = makeSvg("rect", { class: name, x: x.toFixed(1), y: y.toFixed(1), width: width.toFixed(1), height: height.toFixed(1) });
    x += width;
    return count > 0 ? [part] : [];
  });
}

export function treeLabel(tree: ExploredTree): string {
  const levels = levelsOf(tree);
  const sum = (list: number[]): number => list.reduce((a, b) => a + b, 0);
  const widest = levels.reduce((best, level) => (level.states + level.revisits > best.states + best.revisits ? level : best), levels[0]!);
  const last = levels[levels.length - 1]!.depths;
  return `Explored schedule tree down to depth ${last.replace(/^.* /, "")}: ${counted(sum(tree.states), "state")}, ${counted(sum(tree.revisits), "arrival")} at visited states, ${counted(sum(tree.executions), "execution")} ended; widest at depth ${widest.depths}.`;
}

export function drawTree(tree: ExploredTree): HTMLElement {
  const levels = levelsOf(tree);
  const most = Math.max(1, ...levels.map((level) => level.states + level.revisits));
  const step = Math.min(14, Math.max(5, 320 / levels.length));
  const height = levels.length * step + 22;
  const label = treeLabel(tree);
  const svg = makeSvg("svg", { viewBox: `0 0 ${kWidth} ${height.toFixed(0)}`, role: "img", "aria-label": label, class: "chart shape" });
  const text = (y: number, content: string): void => {
    const element = makeSvg("text", { x: kLeft - 8, y: y.toFixed(1), "text-anchor": "end" });
    element.textContent = content;
    svg.append(element);
  };
  text(11, "depth");
  const labelled = Math.max(1, Math.ceil(14 / step));
  levels.forEach((level, i) => {
    const y = 18 + i * step;
    if (i % labelled === 0) text(y + step / 2 + 3, String(i * tree.width));
    svg.append(...bar(level, most, y, step - 1));
  });
  const key = (name: string, what: string): HTMLElement => make("span", { class: "key" }, make("i", { class: name, "aria-hidden": "true" }), what);
  return make("figure", {}, svg as unknown as Node, make("p", { class: "keys" }, key("opened", "states with successors"), key("ended", "states where executions ended"), key("revisited", "arrivals at visited states")), make("figcaption", {}, label));
}

export function treeRows(tree: ExploredTree): string[][] {
  const grouped = (number: number): string => number.toLocaleString("en");
  return levelsOf(tree).map((level) => [level.depths, grouped(level.states), grouped(level.revisits), grouped(level.executions)]);
}
