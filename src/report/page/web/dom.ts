// Builds elements.  Text enters the document only as text nodes, never as markup.

export type Child = Node | string | null | undefined | false;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

const kSvg = "http://www.w3.org/2000/svg";

export function makeSvg(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}

export function button(label: string, action: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const element = make("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", action);
  return element;
}

export function counted(count: number, one: string, many = one + "s"): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

// Colours repeat after eight threads; names tell threads apart.
export function threadClass(thread: number): string {
  return `t${thread % 8}`;
}

// "T2" for "thread 2 (worker)", "P1" for "philosopher 1"; only the number where there is no room.
export function shortName(name: string, room = true): string {
  const parts = /^(\S)\S* (\d{1,4})\b/.exec(name);
  if (parts) return room ? parts[1]!.toUpperCase() + parts[2]! : parts[2]!;
  return room ? name.slice(0, 6) : name.slice(0, 1);
}
