// The source beside the lanes: the file of the selected step, with the current line of each thread
// that is in it; then the lines of threads that are in other files.
import type { SourceFile } from "./data";
import { byId, make, shortName, threadClass } from "./dom";
import { highlight } from "./highlight";
import type { Story } from "./story";

interface Current {
  thread: number;
  file: number;
  line: number;
  frame: number;
}

const kMostChips = 3;
const kAround = 3; // lines above and below, of other files

export class Source {
  private readonly title = byId("source-title");
  private readonly body = byId("source-body");
  private readonly others = byId("source-others");
  private readonly listings = new Map<number, HTMLElement>();
  private marked: HTMLElement[] = [];

  constructor(private readonly story: Story) {}

  // `rows` has the row at which each thread is; -1: nowhere.
  show(selected: number, rows: number[]): void {
    const places: Current[] = [];
    rows.forEach((row, thread) => {
      const frame = row < 0 ? undefined : this.story.rows[row]?.at;
      const known = frame === undefined ? undefined : this.story.data.frames[frame];
      if (known?.file === undefined) return;
      places.push({ thread, file: known.file, line: known.line, frame: frame! });
    });
    const mover = this.story.rows[selected]?.thread;
    const main = places.find((place) => place.thread === mover) ?? places[0];
    this.clear();
    if (!main) {
      this.title.textContent = "Source";
      this.body.replaceChildren(make("p", { class: "empty" }, "The source location of this step is unknown."));
      this.others.replaceChildren();
      return;
    }
    const file = this.story.data.files[main.file]!;
    const note = file.changed ? " (changed after the program was built)" : "";
    this.title.replaceChildren(make("span", { title: file.path }, file.name), make("span", { class: "note" }, note));
    this.body.replaceChildren(this.listing(main.file, file));
    for (const place of places) if (place.file === main.file) this.mark(main.file, place, place === main);
    const elsewhere = places.filter((place) => place.file !== main.file);
    this.others.replaceChildren(...elsewhere.map((place) => this.excerpt(place)));
  }

  private clear(): void {
    for (const line of this.marked) {
      line.classList.remove("current", "chosen");
      line.removeAttribute("aria-current");
      line.querySelector(".here")?.replaceChildren();
    }
    this.marked = [];
  }

  private listing(number: number, file: SourceFile): HTMLElement {
    const known = this.listings.get(number);
    if (known) return known;
    const listing = make("div", { class: "listing" });
    if (!file.chunks || file.chunks.length === 0) {
      listing.append(make("p", { class: "empty" }, `${file.path}: ${file.missing ?? "The source is not part of this page."}`));
    }
    for (const [i, chunk] of (file.chunks ?? []).entries()) {
      if (i > 0) listing.append(make("div", { class: "gap" }, "\u22ef"));
      let inComment = false;
      chunk.lines.forEach((text, k) => {
        const line = this.line(chunk.first + k);
        inComment = highlight(line.lastElementChild!, text, inComment);
        listing.append(line);
      });
    }
    this.listings.set(number, listing);
    return listing;
  }

  private line(number: number): HTMLElement {
    return make("div", { class: "code", "data-line": number }, make("span", { class: "here" }), make("span", { class: "ln" }, String(number)), make("code"));
  }

  private mark(file: number, place: Current, chosen: boolean): void {
    const line = this.listings.get(file)?.querySelector<HTMLElement>(`[data-line="${place.line}"]`);
    if (!line) return;
    line.classList.add("current");
    line.setAttribute("aria-current", "true");
    this.addChip(line.querySelector<HTMLElement>(".here")!, place.thread);
    this.marked.push(line);
    if (!chosen) return;
    line.classList.add("chosen");
    const top = line.offsetTop; // in the body, which is positioned
    const height = this.body.clientHeight;
    if (top < this.body.scrollTop + 20 || top > this.body.scrollTop + height - 60) this.body.scrollTop = top - height / 2;
  }

  // Shows three threads on a line, and the number of the others.
  private addChip(here: HTMLElement, thread: number): void {
    if (here.childElementCount < kMostChips) {
      here.append(this.chip(thread));
      return;
    }
    const last = here.lastElementChild as HTMLElement;
    const others = Number(last.dataset.others ?? 1) + 1;
    last.replaceWith(make("span", { class: "chip more", "data-others": others, title: `${last.title}, ${this.story.threadName(thread)}` }, `+${others}`));
  }

  private chip(thread: number): HTMLElement {
    const name = this.story.threadName(thread);
    return make("span", { class: `chip ${threadClass(thread)}`, title: name }, shortName(name));
  }

  private excerpt(place: Current): HTMLElement {
    const file = this.story.data.files[place.file]!;
    const frame = this.story.data.frames[place.frame]!;
    const box = make("div", { class: "excerpt" }, make("h3", {}, this.chip(place.thread), ` ${frame.place}`));
    const chunk = file.chunks?.find(({ first, lines }) => place.line >= first && place.line < first + lines.length);
    if (!chunk) {
      box.append(make("p", { class: "empty" }, file.missing ?? "The source is not part of this page."));
      return box;
    }
    const begin = Math.max(chunk.first, place.line - kAround);
    const end = Math.min(chunk.first + chunk.lines.length - 1, place.line + kAround);
    for (let number = begin; number <= end; ++number) {
      const line = this.line(number);
      highlight(line.lastElementChild!, chunk.lines[number - chunk.first]!, false);
      if (number === place.line) line.classList.add("current");
      box.append(line);
    }
    return box;
  }
}
