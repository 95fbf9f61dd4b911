// The rows that are shown: all, or all but folded ones.
import { counted } from "./dom";
import type { Story } from "./story";

const kFewestFolded = 2;

export type Item =
  | { row: number; fold?: undefined }
  | { fold: Fold; row?: undefined };

export interface Fold {
  first: number;
  last: number;
  text: string;
}

export class ViewList {
  items: Item[] = [];
  folded = false;
  private position = new Int32Array(0); // of each row in `items`; a folded row has that of its fold
  private readonly opened = new Set<number>(); // folds by their first row
  private readonly folds: Fold[];

  constructor(private readonly story: Story) {
    const calls = this.calls();
    this.folds = [...this.loops(), ...calls, ...this.internals(calls)].sort((a, b) => a.first - b.first || b.last - a.last);
    this.folded = this.folds.length > 0;
    this.rebuild();
  }

  hasFolds(): boolean {
    return this.folds.length > 0;
  }

  private loops(): Fold[] {
    const critical = [...this.story.critical.keys()];
    const shown = this.story.data.folds.filter(({ first, last }) => !critical.some((row) => row >= first && row <= last));
    return shown.map(({ first, last, times }) => ({
      first,
      last,
      text: `the loop above repeats ${counted(times, "more time", "more times")} (${counted(last - first + 1, "row")})`,
    }));
  }

  private calls(): Fold[] {
    const critical = [...this.story.critical.keys()];
    return this.story.data.calls
      .filter(({ first, last }) => !critical.some((row) => row >= first && row <= last))
      .map(({ first, last, text }) => ({ first, last, text: `${text} (${counted(last - first + 1, "step")})` }));
  }

  // Consecutive steps inside libraries, outside the known calls.  A single one is as short as its fold.
  private internals(calls: Fold[]): Fold[] {
    const folds: Fold[] = [];
    const called = new Set<number>();
    for (const { first, last } of calls) for (let row = first; row <= last; ++row) called.add(row);
    for (let first = 0; first < this.story.rows.length; ++first) {
      let last = first;
      const threads = new Set<string>();
      for (; this.isInternal(last) && !called.has(last); ++last) threads.add(this.story.threadName(this.story.rows[last]!.thread));
      if (last - first >= kFewestFolded) {
        const who = threads.size > 3 ? counted(threads.size, "thread") : [...threads].join(", ");
        folds.push({ first, last: last - 1, text: `${counted(last - first, "internal step")} of ${who}` });
      }
      if (last > first) first = last - 1;
    }
    return folds;
  }

  private isInternal(row: number): boolean {
    return this.story.rows[row]?.internal === true && !this.story.critical.has(row);
  }

  rebuild(): void {
    this.items = [];
    this.position = new Int32Array(this.story.rows.length);
    let next = 0;
    for (let row = 0; row < this.story.rows.length; ++row) {
      while (next < this.folds.length && this.folds[next]!.first < row) ++next;
      const fold = this.folds[next];
      if (this.folded && fold && fold.first === row && !this.opened.has(row)) {
        for (let i = fold.first; i <= fold.last; ++i) this.position[i] = this.items.length;
        this.items.push({ fold });
        row = fold.last;
        continue;
      }
      this.position[row] = this.items.length;
      this.items.push({ row });
    }
  }

  toggle(): void {
    this.folded = !this.folded;
    this.opened.clear();
    this.rebuild();
  }

  open(fold: Fold): void {
    this.opened.add(fold.first);
    this.rebuild();
  }

  // Unfolds a row that is to be selected.  Returns whether the list has changed.
  show(row: number): boolean {
    let changed = false;
    for (let fold = this.items[this.position[row]!]?.fold; fold; fold = this.items[this.position[row]!]?.fold) {
      this.open(fold);
      changed = true;
    }
    return changed;
  }

  positionOf(row: number): number {
    return this.position[row] ?? 0;
  }

  // The row of the nearest item from `position` in a direction; -1: none.
  rowFrom(position: number, direction: 1 | -1): number {
    for (let i = position; i >= 0 && i < this.items.length; i += direction) {
      const row = this.items[i]!.row;
      if (row !== undefined) return row;
    }
    return -1;
  }
}
