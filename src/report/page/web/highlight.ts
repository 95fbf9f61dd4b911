// Colours a line of C++ a little: comments, strings, numbers, keywords.
import { make } from "./dom";

const kKeywords = new Set(
  ("alignas alignof auto bool break case catch char class concept const constexpr consteval constinit const_cast continue co_await co_return co_yield " +
    "decltype default delete do double dynamic_cast else enum explicit extern false final float for friend goto if inline int long mutable " +
    "namespace new noexcept nullptr operator override private protected public register reinterpret_cast requires return short signed sizeof static " +
    "static_assert static_cast struct switch template this thread_local throw true try typedef typename union unsigned using virtual void " +
    "volatile while #include #define #if #ifdef #ifndef #else #endif #pragma").split(" "),
);

const kToken = /(\/\/.*)|(\/\*[\s\S]*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])+')|(\b\d[\w.']*)|(#?[A-Za-z_]\w*)/g;

// Appends the line; returns whether a block comment is open at its end.
export function highlight(into: Element, line: string, inComment: boolean): boolean {
  let rest = line;
  if (inComment) {
    const end = line.indexOf("*/");
    if (end < 0) {
      into.append(make("span", { class: "comment" }, line));
      return true;
    }
    into.append(make("span", { class: "comment" }, line.slice(0, end + 2)));
    rest = line.slice(end + 2);
  }
  let at = 0;
  let open = false;
  for (const match of rest.matchAll(kToken)) {
    const [text, comment, block, literal, number, word] = match;
    let kind = "";
    if (comment || block) kind = "comment";
    else if (literal) kind = "literal";
    else if (number) kind = "literal";
    else if (word && kKeywords.has(word)) kind = "keyword";
    if (block) open = block.length < 4 || !block.endsWith("*/");
    if (kind === "") continue;
    into.append(rest.slice(at, match.index), make("span", { class: kind }, text));
    at = match.index + text.length;
  }
  into.append(rest.slice(at));
  return open;
}
