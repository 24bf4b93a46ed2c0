import type { MarkdownIt, StateBlock } from 'markdown-it';
import { lineAt } from '../callouts.ts';
import { countNotation } from '../notation.ts';

const IMPORT =
  /^import[ \t]+(?:(?:[\w$]{1,60}|\*[ \t]+as[ \t]+[\w$]{1,60})?[ \t]{0,4},?[ \t]{0,4}(?:\{[^}"'\n]{0,500}\})?[ \t]{1,4}from[ \t]+)?["'][^"'\n]{1,300}["'][ \t]*;?[ \t]*$/;
const BEGINNING = /^import[ \t]*\{[^}"'\n]*$|^export[ \t]+(?:const|let|var|function|class|async|default)\b/;
const END_OF_IMPORT = /^\}[ \t]*from[ \t]+["'][^"'\n]{1,300}["'][ \t]*;?[ \t]*$/;
const MAX_LINES = 400;
/** A line with only a comment of MDX. */
const COMMENT = /^\{\/\*(?:(?!\*\/).){0,1000}\*\/\}[ \t]*$/;

/** Code of modules in MDX: imports, exports and comments. */
export function addModules({ block, inline }: MarkdownIt): void {
  block.ruler.before('table', 'module', (state, startLine, endLine, silent) => {
    if (silent || state.level > 0 || state.sCount[startLine] !== 0) return false;
    const end = endOfCode(state, startLine, Math.min(endLine, startLine + MAX_LINES));
    if (end === undefined) return false;
    countNotation(
      state.env,
      'removed',
      lineAt(state, startLine).startsWith('{') ? 'comments' : 'module_code',
    );
    state.line = end;
    return true;
  });
  inline.ruler.before('escape', 'module-comment', (state, silent) => {
    if (!state.src.startsWith('{/*', state.pos)) return false;
    const end = state.src.slice(state.pos, state.pos + 1_000).indexOf('*/}');
    if (end < 0) return false;
    state.pos += end + 3;
    if (!silent) countNotation(state.env, 'removed', 'comments');
    return true;
  });
}

/** The line after code that begins here. */
function endOfCode(state: StateBlock, startLine: number, endLine: number): number | undefined {
  const first = lineAt(state, startLine);
  if (IMPORT.test(first) || COMMENT.test(first)) return startLine + 1;
  if (!BEGINNING.test(first)) return undefined;
  if (first.startsWith('import')) return lineWith(state, { startLine, endLine, end: END_OF_IMPORT });
  return endOfExport(state, startLine, endLine);
}

function lineWith(
  state: StateBlock,
  { startLine, endLine, end }: { startLine: number; endLine: number; end: RegExp },
): number | undefined {
  for (let line = startLine + 1; line < endLine; line += 1) {
    if (end.test(lineAt(state, line))) return line + 1;
    if (state.isEmpty(line)) return undefined;
  }
  return undefined;
}

/** An export ends where its brackets are closed, before an empty line. */
function endOfExport(state: StateBlock, startLine: number, endLine: number): number | undefined {
  let depth = 0;
  for (let line = startLine; line < endLine; line += 1) {
    for (const [bracket] of lineAt(state, line).matchAll(/[()[\]{}]/g))
      depth += '([{'.includes(bracket) ? 1 : -1;
    const isLast = line + 1 >= endLine || state.isEmpty(line + 1);
    if (depth <= 0 && isLast) return line + 1;
  }
  return undefined;
}
