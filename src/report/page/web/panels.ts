// The state at the selected step: threads with their locks, values, order, call stack.
import { byId, button, counted, make, threadClass, type Child } from "./dom";
import type { Edge, Snapshot, Story, ThreadState } from "./story";

type Go = (row: number) => void;

const kStatus = { moves: "moves", ready: "ready", blocked: "blocked", ended: "ended", absent: "not started" };

const kMostGone = 4; // threads that have ended, or not begun, on a line each

function table(caption: string, heads: string[], rows: HTMLElement[]): HTMLElement {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  return make("table", {}, make("caption", { class: "unseen" }, caption), make("thead", {}, head), make("tbody", {}, ...rows));
}

export class Panels {
  constructor(private readonly story: Story, private readonly go: Go) {}

  show(selected: number, snapshot: Snapshot, states: ThreadState[]): void {
    this.fill("chosen", this.chosen(selected));
    this.fill("threads", this.threads(selected, snapshot, states));
    this.fill("values", this.values(selected, snapshot));
    this.fill("order", this.order(selected));
    this.fill("stack", this.stack(selected));
  }

  private fill(id: string, content: Child[]): void {
    byId(id).replaceChildren(...content.filter((child): child is Node | string => !!child));
  }

  private link(row: number, text?: string): HTMLElement {
    return button(text ?? this.story.name(row), () => this.go(row), { class: "link" });
  }

  private chosen(selected: number): Child[] {
    const row = this.story.rows[selected]!;
    const reason = this.story.critical.get(selected);
    const who = row.thread === undefined ? null : make("strong", { class: `name ${threadClass(row.thread)}` }, this.story.threadName(row.thread));
    const number = row.number === undefined ? "" : `Step ${row.number}: `;
    return [
      make("p", {}, number, who, " ", make("code", {}, row.text)),
      reason !== undefined && make("p", { class: "reason" }, `Critical: ${reason}`),
    ];
  }

  private threads(selected: number, snapshot: Snapshot, states: ThreadState[]): Child[] {
    const gone = states.map((state, thread) => ({ state, thread })).filter(({ state }) => state.status === "ended" || state.status === "absent");
    const grouped = gone.length > kMostGone;
    const rows: HTMLElement[] = [];
    states.forEach((state, thread) => {
      if (grouped && (state.status === "ended" || state.status === "absent")) return;
      const held: Child[] = [];
      for (const [object, holders] of snapshot.held) {
        for (const holder of holders) {
          if (holder.thread !== thread) continue;
          if (held.length > 0) held.push(", ");
          held.push(this.story.objectName(object), " since ", this.link(holder.row));
        }
      }
      const detail = state.status === "moves" ? this.story.rows[selected]!.text : state.detail;
      const note = detail && detail !== kStatus[state.status] ? `: ${detail}` : "";
      rows.push(make(
        "tr",
        { class: state.status },
        make("th", { scope: "row", class: `name ${threadClass(thread)}` }, this.story.threadName(thread)),
        make("td", {}, make("span", { class: `status ${state.status}` }, kStatus[state.status]), note),
        make("td", {}, ...(held.length > 0 ? held.filter((x): x is Node | string => !!x) : [make("span", { class: "none" }, "none")])),
      ));
    });
    for (const status of grouped ? (["ended", "absent"] as const) : []) {
      const names = gone.filter(({ state }) => state.status === status).map(({ thread }) => this.story.threadName(thread));
      if (names.length === 0) continue;
      const title = names.join(", ");
      rows.push(make("tr", { class: status }, make("th", { scope: "row", title }, counted(names.length, "thread")), make("td", { title }, kStatus[status]), make("td", {})));
    }
    return [table("Threads at the selected step", ["thread", "state", "holds"], rows)];
  }

  private values(selected: number, snapshot: Snapshot): Child[] {
    if (snapshot.values.size === 0) return [make("p", { class: "empty" }, "No memory access so far.")];
    const rows = [...snapshot.values].map(([object, known]) =>
      make(
        "tr",
        { class: known.row === selected ? "changed" : "" },
        make("th", { scope: "row" }, this.story.objectName(object)),
        make("td", { class: "value" }, known.value),
        make("td", {}, known.written < 0 ? make("span", { class: "none" }, "only read") : this.link(known.written)),
      ),
    );
    return [table("Last known values", ["variable", "value", "written in"], rows)];
  }

  private order(selected: number): Child[] {
    const line = (edge: Edge, isBefore: boolean): HTMLElement => {
      const row = this.story.rows[edge.row]!;
      const kind = edge.conflict ? "conflict" : "happens-before";
      const arrow = isBefore ? "\u2191 after " : "\u2193 before ";
      return make(
        "li",
        {},
        make("span", { class: `edge ${edge.conflict ? "conflict" : "order"}` }, kind),
        arrow,
        this.link(edge.row),
        ` of ${this.story.threadName(row.thread)}: ${row.text}`,
      );
    };
    const lines = [
      ...this.story.before(selected).map((edge) => line(edge, true)),
      ...this.story.after(selected).map((edge) => line(edge, false)),
    ];
    if (lines.length === 0) return [make("p", { class: "empty" }, "No direct order with steps of other threads.")];
    return [make("ul", {}, ...lines)];
  }

  private frames(stack: number): HTMLElement {
    const list = make("ol", { class: "frames" });
    for (const number of this.story.data.stacks[stack] ?? []) {
      const frame = this.story.data.frames[number]!;
      const file = frame.file === undefined ? "" : this.story.data.files[frame.file]!.name + (frame.line > 0 ? `:${frame.line}` : "");
      list.append(make("li", { class: frame.library ? "library" : "" }, frame.function, " ", make("span", { class: "place" }, file)));
    }
    return list;
  }

  private stack(selected: number): Child[] {
    const row = this.story.rows[selected]!;
    const content: Child[] = [];
    if (row.stack === undefined) content.push(make("p", { class: "empty" }, "No call stack was recorded."));
    else content.push(this.frames(row.stack));
    if (row.kind !== "failure") return content;
    for (const account of this.story.data.accounts) {
      if (account.stack === undefined) continue;
      content.push(make("h4", {}, `${account.text} ${this.story.threadName(account.thread)}`), this.frames(account.stack));
    }
    return content;
  }
}
