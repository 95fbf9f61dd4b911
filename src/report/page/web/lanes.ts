// The swim lanes: one rail per thread, one line per row.  Only visible rows are in the document.
import { byId, make, makeSvg, shortName, threadClass } from "./dom";
import type { Edge, Story } from "./story";
import type { Fold, ViewList } from "./view_list";

const kLeastLabel = 20; // pixels for the name of a lane
const kMostPrinted = 1000; // rows
const kOverscan = 12; // rows rendered above and below the view

export class Lanes {
  onSelect: (row: number) => void = () => {};
  onOpen: (fold: Fold) => void = () => {};
  matches = new Set<number>();
  private readonly grid = byId("grid");
  private readonly content = byId("rows");
  private readonly head = byId("lane-names");
  private readonly rails = byId("rails") as unknown as SVGSVGElement;
  private readonly arrows = byId("arrows") as unknown as SVGSVGElement;
  private selected = 0;
  private pitch = 120;
  private rowHeight = 28;
  private gutter = 60; // pixels for step numbers
  private narrow = false;
  private all = false; // for print
  private pending = false;
  // Measured at a change of size only: reading them after a change of the document costs a layout.
  private width = 0;
  private height = 0;
  private headHeight = 0;
  private top = 0;

  constructor(private readonly story: Story, private readonly list: ViewList) {
    const scrolled = (): void => {
      this.top = this.grid.scrollTop;
      this.schedule();
    };
    this.grid.addEventListener("scroll", scrolled, { passive: true });
    new ResizeObserver(() => this.layout()).observe(this.grid);
    this.content.addEventListener("click", (event) => this.clicked(event));
    this.layout();
  }

  private schedule(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.render();
    });
  }

  private clicked(event: Event): void {
    const line = (event.target as Element).closest<HTMLElement>("[data-item]");
    if (!line) return;
    const item = this.list.items[Number(line.dataset.item)];
    if (item?.row !== undefined) this.onSelect(item.row);
    else if (item?.fold) this.onOpen(item.fold);
  }

  // Chooses the distance of the rails so that the text of the last lane has room.
  layout(): void {
    this.width = this.grid.clientWidth;
    this.height = this.grid.clientHeight;
    this.headHeight = this.head.offsetHeight;
    const width = this.width;
    const lanes = this.story.data.threads.length;
    this.narrow = width < 560;
    this.rowHeight = this.narrow ? 46 : 28;
    this.gutter = this.narrow ? 42 : 60;
    const room = width - this.gutter - (this.narrow ? 240 : 430);
    const most = this.narrow ? 24 : 190;
    const least = this.narrow ? 4 : 8;
    this.pitch = Math.max(least, Math.min(most, room / Math.max(1, lanes - 1)));
    this.grid.classList.toggle("narrow", this.narrow);
    this.grid.classList.toggle("named", this.pitch < 70);
    this.drawHead();
    this.refresh();
  }

  private drawHead(): void {
    this.head.replaceChildren();
    const every = Math.ceil(kLeastLabel / this.pitch);
    this.story.data.threads.forEach((name, thread) => {
      if (thread % every !== 0) return;
      const short = this.pitch >= 110 ? name : shortName(name, this.pitch >= 36);
      const label = make("span", { class: `lane-name ${threadClass(thread)}`, title: name }, short);
      label.style.left = `${this.x(thread) - 6}px`;
      label.style.maxWidth = `${Math.max(kLeastLabel, this.pitch - 6)}px`;
      this.head.append(label);
    });
  }

  private x(thread: number): number {
    return this.gutter + 14 + thread * this.pitch;
  }

  private y(position: number): number {
    return position * this.rowHeight + this.rowHeight / 2;
  }

  // After a change of the list, the selection or the matches.
  refresh(): void {
    this.content.style.height = `${this.list.items.length * this.rowHeight}px`;
    this.grid.setAttribute("aria-rowcount", String(this.list.items.length + 1));
    this.render();
  }

  select(row: number): void {
    this.selected = row;
    this.reveal(this.list.positionOf(row));
    this.render();
    this.grid.setAttribute("aria-activedescendant", `row-${row}`);
  }

  private reveal(position: number): void {
    const top = position * this.rowHeight;
    const height = this.height - this.headHeight;
    let wanted = this.top;
    if (top < this.top + this.rowHeight) wanted = top - height / 3;
    else if (top + 2 * this.rowHeight > this.top + height) wanted = top - (2 * height) / 3;
    const end = Math.max(0, this.list.items.length * this.rowHeight - height);
    wanted = Math.max(0, Math.min(end, wanted));
    if (wanted === this.top) return;
    this.grid.scrollTop = wanted;
    this.top = wanted;
  }

  // Renders all rows for a printer, or many around the selected one: browsers need minutes for more.
  showAll(all: boolean): void {
    this.all = all;
    const [first, last] = this.printed();
    const rows = this.list.items.length;
    const note = last - first + 1 < rows ? `Rows ${first + 1} to ${last + 1} of ${rows}, around the selected step.` : "";
    byId("printed").textContent = all ? note : "";
    this.render();
  }

  private printed(): [number, number] {
    const rows = this.list.items.length;
    const first = Math.max(0, Math.min(this.list.positionOf(this.selected) - kMostPrinted / 2, rows - kMostPrinted));
    return [first, Math.min(rows, first + kMostPrinted) - 1];
  }

  private visible(): [number, number] {
    const first = Math.max(0, Math.floor(this.top / this.rowHeight) - kOverscan);
    return [first, Math.min(this.list.items.length - 1, Math.ceil((this.top + this.height) / this.rowHeight) + kOverscan)];
  }

  pageRows(): number {
    return Math.max(1, Math.floor(this.height / this.rowHeight) - 3);
  }

  private render(): void {
    const [first, last] = this.all ? this.printed() : this.visible();
    const lines: HTMLElement[] = [];
    for (let position = first; position <= last; ++position) lines.push(this.line(position));
    this.content.replaceChildren(...lines);
    this.drawRails(first, last);
  }

  private line(position: number): HTMLElement {
    const item = this.list.items[position]!;
    const line = make("div", { role: "row", class: "line", "data-item": position, "aria-rowindex": position + 2 });
    line.style.transform = `translateY(${position * this.rowHeight}px)`;
    line.style.height = `${this.rowHeight}px`;
    if (item.row === undefined) {
      line.classList.add("fold");
      const thread = this.story.rows[item.fold.first]?.thread ?? 0;
      const text = make("span", { role: "gridcell", class: "text" }, `\u22ef ${item.fold.text}`);
      text.style.marginLeft = `${this.x(thread) + 12}px`;
      line.append(text);
      return line;
    }
    this.fill(line, item.row);
    return line;
  }

  private fill(line: HTMLElement, index: number): void {
    const row = this.story.rows[index]!;
    const reason = this.story.critical.get(index);
    line.id = `row-${index}`;
    line.classList.add(row.kind ?? "step");
    line.setAttribute("aria-selected", String(index === this.selected));
    if (row.switch) line.classList.add("switch");
    if (row.internal) line.classList.add("internal");
    if (reason) line.classList.add("critical");
    if (this.matches.has(index)) line.classList.add("match");
    const number = make("span", { role: "gridcell", class: "number" }, row.number === undefined ? "" : String(row.number));
    const thread = row.thread ?? 0;
    const text = make("span", { class: "text" });
    text.style.marginLeft = `${row.thread === undefined ? this.gutter : this.x(thread) + 12}px`;
    const who = make("span", { role: "gridcell", class: `who ${threadClass(thread)}` }, this.story.threadName(row.thread));
    const what = make("span", { role: "gridcell", class: "what" }, row.text);
    const place = make("span", { role: "gridcell", class: "place" }, this.story.place(index));
    text.append(who, what, place);
    if (reason) line.title = reason;
    line.append(number, text);
  }

  private threadAt(position: number): number | undefined {
    const item = this.list.items[position];
    if (!item) return undefined;
    return this.story.rows[item.row ?? item.fold!.first]?.thread;
  }

  private drawRails(first: number, last: number): void {
    const top = first * this.rowHeight;
    const height = Math.max(0, (last - first + 1) * this.rowHeight);
    for (const layer of [this.rails, this.arrows]) {
      layer.style.transform = `translateY(${top}px)`;
      layer.setAttribute("height", String(height));
      layer.setAttribute("width", String(Math.max(this.width, 1)));
    }
    const shapes: SVGElement[] = [];
    const chosen = this.list.positionOf(this.selected) * this.rowHeight - top;
    shapes.push(makeSvg("rect", { class: "band", x: 0, y: chosen, width: "100%", height: this.rowHeight }));
    this.story.data.threads.forEach((_, thread) => {
      const x = this.x(thread);
      shapes.push(makeSvg("line", { class: `rail ${threadClass(thread)}`, x1: x, x2: x, y1: 0, y2: height }));
    });
    shapes.push(...this.path(first, last, top), ...this.dots(first, last, top));
    this.rails.replaceChildren(...shapes);
    this.arrows.replaceChildren(this.arrowHeads(), ...this.drawArrows(top));
  }

  private arrowHeads(): SVGElement {
    const defs = makeSvg("defs", {});
    for (const kind of ["order", "conflict"]) {
      const marker = makeSvg("marker", { id: `head-${kind}`, class: kind, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 4.5, markerHeight: 4.5, orient: "auto-start-reverse" });
      marker.append(makeSvg("path", { d: "M0 0 L8 4 L0 8 z" }));
      defs.append(marker);
    }
    return defs;
  }

  // The running thread from row to row.
  private path(first: number, last: number, top: number): SVGElement[] {
    let d = "";
    let before = 0;
    for (let position = Math.max(0, first - 1); position <= last; ++position) {
      const thread = this.threadAt(position);
      const kind = this.list.items[position]?.row !== undefined ? this.story.rows[this.list.items[position]!.row!]!.kind : undefined;
      if (thread === undefined || kind === "blocked") continue;
      const x = this.x(thread);
      const y = this.y(position) - top;
      // A context switch runs between the rows, where it crosses no text.
      const edge = y - this.rowHeight / 2;
      d += d === "" ? `M${x} ${y}` : x === before ? ` L${x} ${y}` : ` L${before} ${edge} L${x} ${edge} L${x} ${y}`;
      before = x;
    }
    return d === "" ? [] : [makeSvg("path", { class: "path", d })];
  }

  private dots(first: number, last: number, top: number): SVGElement[] {
    const shapes: SVGElement[] = [];
    for (let position = first; position <= last; ++position) {
      const item = this.list.items[position]!;
      const index = item.row ?? item.fold!.first;
      const row = this.story.rows[index]!;
      if (row.thread === undefined) continue;
      const isStep = row.kind === undefined;
      const radius = row.kind === "failure" ? 6 : isStep ? 4.5 : 3;
      const chosen = index === this.selected && item.row !== undefined ? " chosen" : "";
      const kind = item.fold ? "fold" : row.kind ?? "step";
      shapes.push(makeSvg("circle", { class: `dot ${kind} ${threadClass(row.thread)}${chosen}`, cx: this.x(row.thread), cy: this.y(position) - top, r: radius }));
    }
    return shapes;
  }

  private drawArrows(top: number): SVGElement[] {
    const shapes: SVGElement[] = [];
    const draw = (from: number, to: number, edge: Edge): void => {
      const x1 = this.x(this.story.rows[from]?.thread ?? 0);
      const x2 = this.x(this.story.rows[to]?.thread ?? 0);
      const y1 = this.y(this.list.positionOf(from)) - top;
      const y2 = this.y(this.list.positionOf(to)) - top;
      if (y1 === y2) return;
      const bend = Math.min(Math.abs(y2 - y1) / 2, 60);
      const kind = edge.conflict ? "conflict" : "order";
      const d = `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 5}`;
      shapes.push(makeSvg("path", { class: `arrow ${kind}`, d, "marker-end": `url(#head-${kind})` }));
    };
    for (const edge of this.story.before(this.selected)) draw(edge.row, this.selected, edge);
    for (const edge of this.story.after(this.selected)) draw(this.selected, edge.row, edge);
    return shapes;
  }
}
