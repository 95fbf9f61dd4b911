// The recorded execution with indexes: what each thread does next, which locks are held and which
// values are known after a row.
import type { Row, TraceData } from "./data";

export interface Held {
  thread: number;
  row: number;
}

export interface Known {
  value: string;
  row: number; // that last accessed it
  written: number; // row that last wrote it; -1: none
}

export interface Snapshot {
  held: Map<number, Held[]>; // by object
  values: Map<number, Known>; // by object
}

export interface ThreadState {
  status: "moves" | "ready" | "blocked" | "ended" | "absent";
  detail: string;
  row: number; // whose place is the current line; -1: none
}

export interface Edge {
  row: number; // at the other end
  conflict: boolean;
}

export class Story {
  readonly rows: Row[];
  readonly critical = new Map<number, string>();
  private readonly ofThread: number[][];
  private readonly into = new Map<number, Edge[]>();
  private readonly outOf = new Map<number, Edge[]>();
  private readonly rowOfStep = new Map<number, number>();
  private readonly createdBy = new Map<number, number>();

  constructor(readonly data: TraceData) {
    this.rows = data.rows;
    this.ofThread = data.threads.map(() => []);
    this.rows.forEach((row, index) => {
      if (row.thread !== undefined && row.kind !== "output") this.ofThread[row.thread]?.push(index);
      if (row.number !== undefined) this.rowOfStep.set(row.number, index);
      if (row.creates !== undefined) this.createdBy.set(row.creates, index);
    });
    for (const { row, reason } of data.critical) {
      const known = this.critical.get(row);
      this.critical.set(row, known ? `${known}; ${reason}` : reason);
    }
    for (const [from, to, conflict] of data.edges) {
      this.add(this.into, to, { row: from, conflict: conflict === 1 });
      this.add(this.outOf, from, { row: to, conflict: conflict === 1 });
    }
  }

  private add(map: Map<number, Edge[]>, key: number, edge: Edge): void {
    const known = map.get(key);
    if (known) known.push(edge);
    else map.set(key, [edge]);
  }

  before(row: number): Edge[] {
    return this.into.get(row) ?? [];
  }

  after(row: number): Edge[] {
    return this.outOf.get(row) ?? [];
  }

  rowForStep(step: number): number | undefined {
    return this.rowOfStep.get(step);
  }

  steps(): number {
    return this.rowOfStep.size;
  }

  threadName(thread: number | undefined): string {
    return thread === undefined ? "" : this.data.threads[thread] ?? "";
  }

  objectName(object: number): string {
    return this.data.objects[object] ?? "";
  }

  place(row: number): string {
    const at = this.rows[row]?.at;
    return at === undefined ? "" : this.data.frames[at]?.place ?? "";
  }

  // "step 12" or, for a row without number, its kind.
  name(row: number): string {
    const number = this.rows[row]?.number;
    if (number !== undefined) return `step ${number}`;
    return this.rows[row]?.kind ?? "row";
  }

  // Locks and values after the row.  A walk over ten thousand rows takes less than a frame.
  snapshot(until: number): Snapshot {
    const held = new Map<number, Held[]>();
    const values = new Map<number, Known>();
    for (let index = 0; index <= until; ++index) {
      const row = this.rows[index];
      if (!row || row.thread === undefined) continue;
      if (row.unlocks !== undefined) this.release(held, row.unlocks, row.thread);
      if (row.locks !== undefined) {
        const holders = held.get(row.locks) ?? [];
        holders.push({ thread: row.thread, row: index });
        held.set(row.locks, holders);
      }
      if (row.object !== undefined && row.value !== undefined) {
        const written = row.writes ? index : values.get(row.object)?.written ?? -1;
        values.set(row.object, { value: row.value, row: index, written });
      }
    }
    return { held, values };
  }

  private release(held: Map<number, Held[]>, object: number, thread: number): void {
    const holders = held.get(object);
    if (!holders) return;
    for (let i = holders.length - 1; i >= 0; --i) {
      if (holders[i]!.thread !== thread) continue;
      holders.splice(i, 1);
      break;
    }
    if (holders.length === 0) held.delete(object);
  }

  threadStates(selected: number, snapshot: Snapshot): ThreadState[] {
    return this.data.threads.map((_, thread) => this.threadState(thread, selected, snapshot));
  }

  // A thread that does not move is paused before its next operation.
  private threadState(thread: number, selected: number, snapshot: Snapshot): ThreadState {
    const own = this.ofThread[thread] ?? [];
    const done = this.countUntil(own, selected);
    const last = own[done - 1];
    const next = own[done];
    if (this.rows[selected]?.thread === thread) return { status: "moves", detail: "", row: last ?? selected };
    const creation = this.createdBy.get(thread);
    if (last === undefined && creation !== undefined && creation > selected) {
      return { status: "absent", detail: "not created yet", row: -1 };
    }
    if (last !== undefined && this.rows[last]?.ends) return { status: "ended", detail: "ended", row: -1 };
    if (next === undefined) {
      const blocked = last !== undefined && this.rows[last]?.kind === "blocked";
      return { status: blocked ? "blocked" : "ready", detail: blocked ? this.rows[last]!.text : "", row: last ?? -1 };
    }
    const row = this.rows[next]!;
    if (row.kind === "blocked") return { status: "blocked", detail: row.text, row: next };
    if (row.joins !== undefined && (this.ofThread[row.joins] ?? []).some((index) => index > selected)) {
      return { status: "blocked", detail: `waits for ${this.threadName(row.joins)} to end`, row: next };
    }
    const holders = row.wants === undefined ? [] : snapshot.held.get(row.wants) ?? [];
    const other = holders.find((holder) => holder.thread !== thread);
    if (other) {
      const detail = `needs ${this.objectName(row.wants!)}, held by ${this.threadName(other.thread)}`;
      return { status: "blocked", detail, row: next };
    }
    return { status: "ready", detail: `next: ${row.text}`, row: next };
  }

  private countUntil(rows: number[], until: number): number {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle]! <= until) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
