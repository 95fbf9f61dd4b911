// The data of a page, as src/report/page/page_trace.cpp and page.cpp write it.

export interface Row {
  text: string;
  kind?: "note" | "output" | "blocked" | "failure" | "remark" | "loop"; // absent: a step
  thread?: number;
  number?: number; // of a step, from 1
  switch?: boolean; // another thread moved before
  at?: number; // frame that the report shows
  stack?: number;
  locks?: number; // objects
  unlocks?: number;
  wants?: number;
  object?: number; // cell of a memory access
  value?: string; // its value after the step
  writes?: boolean;
  ends?: boolean; // the thread
  creates?: number; // thread
  joins?: number; // thread
  internal?: boolean; // inside a library, on its own memory
  holder?: number; // thread for which a blocked thread waits
}

export interface Frame {
  function: string;
  place: string;
  line: number;
  file?: number;
  library?: boolean;
}

export interface SourceFile {
  path: string;
  name: string;
  chunks?: { first: number; lines: string[] }[];
  missing?: string;
  changed?: boolean;
}

export interface TraceData {
  headline: string;
  explanation: string[];
  program: string;
  arguments: string[];
  options: string;
  seed: string;
  trace: string;
  rows: Row[];
  critical: { row: number; reason: string }[];
  edges: [number, number, number][]; // from row, to row, 1 for a conflict
  folds: { first: number; last: number; times: number }[];
  calls: { first: number; last: number; text: string }[]; // of the standard library
  accounts: { text: string; thread: number; stack?: number }[];
  threads: string[];
  objects: string[];
  frames: Frame[];
  stacks: number[][];
  files: SourceFile[];
}

export interface Phase {
  search: string;
  points: string;
  hunt: boolean;
  end: string;
  unit: string;
  states: number;
  executions: number;
  transitions: number;
  pruned: number;
  cut: number;
  errors: number;
  estimate: string;
  refusal: string;
  bounds: { name: string; phrase: string; pruned: number }[];
}

export interface Member {
  seed: number | string;
  verdict: string;
  executions: number;
  states: number;
  seconds: number;
  death?: string;
}

// Counts by depth: the i-th number is about the depths from i * width on.
export interface ExploredTree {
  width: number;
  states: number[];
  revisits: number[];
  executions: number[];
}

// The stable JSON of `heddle run --json`; only the fields that the page shows.
export interface RunResult {
  verdict: "error" | "complete" | "incomplete";
  coverage: string;
  coverage_facts?: { phases?: Phase[]; program?: { path: string; arguments: string[] } };
  search: Record<string, string>;
  seed: number | string; // text when it is large
  seconds: number;
  unwatched: string[];
  members?: Member[];
  estimate?: { schedules: number; low: number; high: number };
  explored_tree?: ExploredTree;
  further_errors?: { kind: string; message: string; location: string; trace?: string }[];
}

export interface RunData {
  headline: string;
  counts: string[];
  races: string[];
  lock_orders: string[];
  result: RunResult;
  rates: [number, number, number][]; // seconds, executions, states
}

export interface PageData {
  format: number;
  trace?: TraceData;
  run?: RunData;
}
