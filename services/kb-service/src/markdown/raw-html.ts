import type { MarkdownIt } from 'markdown-it';

/** Disallowed raw HTML of GFM, except for what importing removes with its content, and frames with films. */
const SHOWN_AS_TYPED = /<(?=\/?(?:noembed|noframes|plaintext|textarea|title|xmp)(?:[\s/>]|$))/gi;

/** Blocks that end with a sign instead of an empty line, as in CommonMark; by their beginning. */
const BLOCKS: readonly [beginning: RegExp, end: RegExp][] = [
  [/^<(?:script|style|textarea)(?=[\s/>]|$)/i, /<\/(?:script|style|textarea)>/gi],
  [/^<!--/, /-->/g],
  [/^<\?/, /\?>/g],
  [/^<!\[CDATA\[/, /\]\]>/g],
  [/^<![a-z]/i, />/g],
];

const CLOSES_ITSELF = /^<[a-z]+(?:\s[^<>]*)?\/>/i;

const INTERRUPTED = { alt: ['paragraph', 'reference', 'blockquote'] };

/** HTML that does not end neither hides the rest of a text nor keeps it from being Markdown. */
export function addRawHtml(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  for (const name of ['html_block', 'html_inline'] as const) {
    rules[name] = (tokens, index) => (tokens[index]?.content ?? '').replace(SHOWN_AS_TYPED, '&lt;');
  }
  requireEnds(markdown);
}

function requireEnds({ block: { ruler } }: MarkdownIt): void {
  const rule = ruler.getRules('').find(({ name }) => name === 'html_block');
  if (!rule) throw new Error('markdown-it has no rule for HTML.');
  ruler.at(
    'html_block',
    (state, line, endLine, silent) => {
      const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
      return hasEnd(state, start, state.eMarks[line] ?? start) && rule(state, line, endLine, silent);
    },
    INTERRUPTED,
  );
}

interface Source {
  src: string;
  env: object;
}

/** Where the last block of each kind ends, by text. */
const lastEnds = new WeakMap<object, number[]>();

function hasEnd({ src, env }: Source, start: number, lineEnd: number): boolean {
  if (src.charAt(start) !== '<') return true;
  const text = src.slice(start, lineEnd);
  const kind = BLOCKS.findIndex(([beginning]) => beginning.test(text));
  if (kind === -1) return true;
  if (kind === 0 && CLOSES_ITSELF.test(text)) return false;
  const ends = lastEnds.get(env) ?? BLOCKS.map(([, end]) => lastIndexOf(src, end));
  lastEnds.set(env, ends);
  return (ends[kind] ?? -1) > start;
}

function lastIndexOf(text: string, pattern: RegExp): number {
  let last = -1;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
}
