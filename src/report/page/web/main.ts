// Puts the page together: selection, keyboard, search, theme, print.
import type { PageData, TraceData } from "./data";
import { byId, button, counted, make } from "./dom";
import { Lanes } from "./lanes";
import { Panels } from "./panels";
import { showRun } from "./run_view";
import { Source } from "./source";
import { Story } from "./story";
import { ViewList } from "./view_list";

class TracePage {
  private readonly story: Story;
  private readonly list: ViewList;
  private readonly lanes: Lanes;
  private readonly source: Source;
  private readonly panels: Panels;
  private readonly search = byId("search") as HTMLInputElement;
  private selected = 0;
  private found: number[] = [];
  private pending = false;

  constructor(data: TraceData) {
    this.story = new Story(data);
    this.list = new ViewList(this.story);
    this.lanes = new Lanes(this.story, this.list);
    this.source = new Source(this.story);
    this.panels = new Panels(this.story, (row) => this.select(row));
    this.lanes.onSelect = (row) => this.select(row);
    this.lanes.onOpen = (fold) => {
      this.list.open(fold);
      this.lanes.refresh();
      this.select(fold.first);
    };
    this.bind();
  }

  // Selects the step of the link, or the one that explains most.
  start(): void {
    this.lanes.layout(); // the header has its final height now
    const failure = this.story.rows.findIndex((row) => row.kind === "failure");
    const critical = this.story.data.critical.map(({ row }) => row).sort((a, b) => a - b);
    const first = critical.find((row) => this.story.critical.get(row) !== "last step of the failing thread");
    const explained = this.story.data.accounts.length > 0 && failure >= 0 ? failure : first;
    this.select(this.linked() ?? explained ?? 0);
  }

  // The row of "#step=12" or "#row=3".
  private linked(): number | undefined {
    const match = /^#(step|row)=(\d+)$/.exec(location.hash);
    if (!match) return undefined;
    const number = Number(match[2]);
    const row = match[1] === "step" ? this.story.rowForStep(number) : number;
    return row !== undefined && row < this.story.rows.length ? row : undefined;
  }

  select(row: number): void {
    if (row < 0 || row >= this.story.rows.length) return;
    this.selected = row;
    if (this.list.show(row)) this.lanes.refresh();
    this.lanes.select(row);
    this.announce(row);
    // A key that repeats may select several rows per frame; the panels follow once.
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.showState(this.selected);
    });
  }

  private showState(row: number): void {
    const snapshot = this.story.snapshot(row);
    const states = this.story.threadStates(row, snapshot);
    this.source.show(row, states.map((state) => state.row));
    this.panels.show(row, snapshot, states);
    const number = this.story.rows[row]!.number;
    const hash = number === undefined ? `#row=${row}` : `#step=${number}`;
    try {
      history.replaceState(null, "", hash);
    } catch {
      // Some browsers refuse this for files; the page works without a link.
    }
  }

  private announce(row: number): void {
    const one = this.story.rows[row]!;
    const reason = this.story.critical.get(row);
    const parts = [
      one.number === undefined ? one.kind ?? "" : `Step ${one.number} of ${this.story.steps()}`,
      `${this.story.threadName(one.thread)}: ${one.text}`,
      this.story.place(row),
      one.switch ? "context switch" : "",
      reason ? `critical: ${reason}` : "",
    ];
    byId("live").textContent = parts.filter((part) => part !== "").join(". ");
    byId("where").textContent = one.number === undefined ? one.kind ?? "" : `step ${one.number} of ${this.story.steps().toLocaleString("en")}`;
  }

  private move(direction: 1 | -1, distance = 1): void {
    const target = this.list.positionOf(this.selected) + direction * distance;
    const inside = Math.max(0, Math.min(this.list.items.length - 1, target));
    let row = this.list.rowFrom(inside, direction);
    if (row < 0) row = this.list.rowFrom(inside, direction === 1 ? -1 : 1);
    if (row >= 0) this.select(row);
  }

  private seek(direction: 1 | -1, wanted: (row: number) => boolean): void {
    for (let row = this.selected + direction; row >= 0 && row < this.story.rows.length; row += direction) {
      if (wanted(row)) return this.select(row);
    }
  }

  private nextSwitch(direction: 1 | -1): void {
    this.seek(direction, (row) => this.story.rows[row]!.switch === true);
  }

  private nextCritical(direction: 1 | -1): void {
    this.seek(direction, (row) => this.story.critical.has(row));
  }

  private fold(): void {
    this.list.toggle();
    byId("fold").setAttribute("aria-pressed", String(this.list.folded));
    this.lanes.refresh();
    this.select(this.selected);
  }

  private find(): void {
    const wanted = this.search.value.toLowerCase();
    this.found = [];
    if (wanted !== "") {
      this.story.rows.forEach((row, index) => {
        const text = `${row.text}\n${this.story.place(index)}\n${this.story.threadName(row.thread)}`;
        if (text.toLowerCase().includes(wanted)) this.found.push(index);
      });
    }
    this.lanes.matches = new Set(this.found);
    byId("found").textContent = wanted === "" ? "" : counted(this.found.length, "match", "matches");
    this.lanes.refresh();
  }

  private nextMatch(direction: 1 | -1): void {
    if (this.found.length === 0) return;
    const ahead = direction === 1 ? this.found.find((row) => row > this.selected) : [...this.found].reverse().find((row) => row < this.selected);
    const wrapped = direction === 1 ? this.found[0] : this.found[this.found.length - 1];
    const row = ahead ?? wrapped!;
    this.select(row);
    byId("found").textContent = `${this.found.indexOf(row) + 1} of ${counted(this.found.length, "match", "matches")}`;
  }

  private bind(): void {
    const on = (id: string, action: () => void): void => byId(id).addEventListener("click", action);
    on("back", () => this.move(-1));
    on("forward", () => this.move(1));
    on("back-switch", () => this.nextSwitch(-1));
    on("forward-switch", () => this.nextSwitch(1));
    on("critical", () => this.nextCritical(1));
    on("fold", () => this.fold());
    byId("fold").setAttribute("aria-pressed", String(this.list.folded));
    byId("fold").toggleAttribute("disabled", !this.list.hasFolds());
    byId("critical").toggleAttribute("disabled", this.story.critical.size === 0);
    this.search.addEventListener("input", () => this.find());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.nextMatch(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") {
        this.search.value = "";
        this.find();
        byId("grid").focus();
      }
    });
    window.addEventListener("hashchange", () => {
      const row = this.linked();
      if (row !== undefined && row !== this.selected) this.select(row);
    });
    window.addEventListener("beforeprint", () => this.lanes.showAll(true));
    window.addEventListener("afterprint", () => this.lanes.showAll(false));
  }

  // Returns whether the key was used.
  key(event: KeyboardEvent): boolean {
    const actions: Record<string, () => void> = {
      ArrowDown: () => this.move(1),
      ArrowRight: () => this.move(1),
      j: () => this.move(1),
      ArrowUp: () => this.move(-1),
      ArrowLeft: () => this.move(-1),
      k: () => this.move(-1),
      PageDown: () => this.move(1, this.lanes.pageRows()),
      PageUp: () => this.move(-1, this.lanes.pageRows()),
      n: () => this.nextSwitch(1),
      p: () => this.nextSwitch(-1),
      c: () => this.nextCritical(1),
      C: () => this.nextCritical(-1),
      Home: () => this.select(0),
      End: () => this.select(this.story.rows.length - 1),
      f: () => this.fold(),
      "/": () => this.search.focus(),
    };
    const action = actions[event.key];
    if (!action) return false;
    action();
    return true;
  }

  // "step 12" in a sentence becomes a button.
  sentence(text: string): HTMLElement {
    const line = make("p", {});
    let at = 0;
    for (const match of text.matchAll(/step (\d+)/g)) {
      const row = this.story.rowForStep(Number(match[1]));
      if (row === undefined) continue;
      line.append(text.slice(at, match.index), button(match[0], () => this.select(row), { class: "link" }));
      at = match.index + match[0].length;
    }
    line.append(text.slice(at));
    return line;
  }
}

function applyTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-pressed", String(theme === "dark"));
}

function initTheme(): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem("heddle-theme");
  } catch {
    // No storage for files: the choice lasts as long as the page.
  }
  const preferred = (): string => (system.matches ? "dark" : "light");
  applyTheme(chosen ?? preferred());
  system.addEventListener("change", () => {
    if (!chosen) applyTheme(preferred());
  });
  byId("theme").addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    applyTheme(chosen);
    try {
      localStorage.setItem("heddle-theme", chosen);
    } catch {
      // See above.
    }
  });
  // Paper is light.
  let screen = "";
  window.addEventListener("beforeprint", () => {
    screen = document.documentElement.dataset.theme ?? "light";
    applyTheme("light");
  });
  window.addEventListener("afterprint", () => applyTheme(screen));
}

function fact(name: string, value: string): HTMLElement {
  return make("div", { class: "fact" }, make("dt", {}, name), make("dd", {}, value));
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

function showReplay(trace: string): void {
  if (trace === "") return;
  const command = `heddle replay ${shellWord(trace)}`;
  const copy = button("Copy", () => {
    void navigator.clipboard?.writeText(command).then(() => (copy.textContent = "Copied"));
  });
  copy.setAttribute("aria-label", "Copy the replay command");
  byId("replay").replaceChildren(make("code", {}, command), copy);
}

function showHeader(data: PageData, page: TracePage | null): void {
  const headline = data.trace?.headline ?? data.run?.headline ?? "";
  byId("headline").textContent = headline;
  document.title = `${headline.slice(0, 80)} - Heddle`;
  const verdict = data.run?.result.verdict ?? (data.trace?.rows.some((row) => row.kind === "failure" || row.kind === "blocked") ? "error" : "complete");
  const words = { error: "error found", complete: "no error", incomplete: "not finished" };
  const badge = byId("verdict");
  badge.textContent = data.run || verdict === "error" ? words[verdict] : "trace";
  badge.className = `badge ${verdict}`;
  if (data.trace && page) byId("explanation").replaceChildren(...data.trace.explanation.map((line) => page.sentence(line)));
  const program = data.trace ? [data.trace.program, ...data.trace.arguments] : [data.run?.result.coverage_facts?.program?.path ?? "", ...(data.run?.result.coverage_facts?.program?.arguments ?? [])];
  const facts = byId("facts");
  if (program[0]) facts.append(fact("program", program.map(shellWord).join(" ")));
  facts.append(fact("seed", String(data.trace?.seed ?? data.run?.result.seed ?? "")));
  if (data.trace) {
    const steps = data.trace.rows.filter((row) => row.number !== undefined);
    const switches = steps.filter((row, i) => i > 0 && row.thread !== steps[i - 1]!.thread).length;
    facts.append(fact("schedule", `${counted(steps.length, "step")}, ${counted(data.trace.threads.length, "thread")}, ${counted(switches, "context switch", "context switches")}`));
    showReplay(data.trace.trace);
  }
}

// Both views are printed, if there are two.
function showViews(data: PageData): void {
  const views = [...(data.trace ? ["schedule"] : []), ...(data.run ? ["search-view"] : [])];
  for (const view of ["schedule", "search-view"]) byId(view).classList.toggle("absent", !views.includes(view));
  const show = (name: string): void => {
    for (const view of ["schedule", "search-view"]) {
      byId(view).hidden = view !== name;
      byId(`show-${view}`).setAttribute("aria-pressed", String(view === name));
    }
    document.body.dataset.view = name;
  };
  for (const view of views) byId(`show-${view}`).addEventListener("click", () => show(view));
  byId("views").hidden = views.length < 2;
  byId("tools").hidden = !data.trace;
  show(views[0] ?? "search-view");
}

function main(): void {
  const data = JSON.parse(byId("heddle-data").textContent ?? "{}") as PageData;
  initTheme();
  showViews(data);
  if (data.run) showRun(data.run);
  const page = data.trace ? new TracePage(data.trace) : null;
  showHeader(data, page);
  page?.start();
  const help = byId("help") as HTMLDialogElement;
  byId("show-help").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === "?") help.showModal();
    else if (document.body.dataset.view !== "schedule" || !page?.key(event)) return;
    event.preventDefault();
  });
}

main();
