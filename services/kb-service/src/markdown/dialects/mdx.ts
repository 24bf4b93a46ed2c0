import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { lineAt } from '../callouts.ts';
import { countNotation, notationOf } from '../notation.ts';
import { addressOf, readTemplateTag, type Variables } from './template-tags.ts';

interface Reading {
  text: string;
  pos: number;
  variables: Variables;
}

/** Longer tags stay as typed. */
const MAX_LENGTH = 1_000;
const NAME = /<([a-z][\w.:-]{0,60})/iy;
const ATTRIBUTE = /\s*([^\s=<>/"'{}]{1,60})/y;
const EQUALS = /\s*=\s*/y;
const END = /\s*(\/?)>/y;
const STRING = /["'`]([^"'`]*)["'`]/;
/** The links of MDX frameworks, which parsers would take for `<link>`. */
const LINK = /(?<=<\/?)Link(?=[\s>])/g;
const SELF_CLOSING = /<([A-Z][\w.]{0,60})((?:\s[^<>]{0,2000})?)\/>/g;

/** Tags that are no HTML: attributes in braces, or with tags of a template language. */
export function addComponents(markdown: MarkdownIt, variables: Variables): void {
  markdown.inline.ruler.after('html_inline', 'component', (state, silent) =>
    parseComponent(state, silent, variables),
  );
  markdown.core.ruler.after('inline', 'component-markup', ({ tokens, env }) => {
    for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
      if (token.type === 'html_block' || token.type === 'html_inline')
        token.content = adapt(token.content, env, variables);
    }
  });
}

function parseComponent(state: StateInline, silent: boolean, variables: Variables): boolean {
  if (!state.md.options.html || state.src.charAt(state.pos) !== '<') return false;
  const text = state.src.slice(state.pos, Math.min(state.posMax, state.pos + MAX_LENGTH));
  const component = readTag(text, variables);
  if (!component) {
    if (!silent && /^<[A-Z]\w{0,60}[\s>]/.test(text)) countNotation(state.env, 'kept', 'components');
    return false;
  }
  if (!silent) state.push('html_inline', '', 0).content = component.html;
  state.pos += component.length;
  return true;
}

/** A tag whose attributes may be expressions. Those without a known value are left out. */
function readTag(text: string, variables: Variables): { html: string; length: number } | undefined {
  const reading: Reading = { text, pos: 0, variables };
  const [, name] = take(reading, NAME) ?? [];
  if (name === undefined) return undefined;
  const attributes: string[] = [];
  for (;;) {
    const end = take(reading, END);
    if (end) return { html: `<${name}${attributes.join('')}${end[1]}>`, length: reading.pos };
    const attribute = readAttribute(reading);
    if (attribute === undefined) return undefined;
    attributes.push(attribute);
  }
}

function take(reading: Reading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reading.pos;
  const found = pattern.exec(reading.text);
  if (found) reading.pos = pattern.lastIndex;
  return found;
}

function readAttribute(reading: Reading): string | undefined {
  const [, name] = take(reading, ATTRIBUTE) ?? [];
  if (name === undefined) {
    while (/\s/.test(reading.text.charAt(reading.pos))) reading.pos += 1;
    return readBraces(reading) === undefined ? undefined : '';
  }
  if (!take(reading, EQUALS)) return ` ${name}`;
  const value = readValue(reading);
  if (value === undefined) return undefined;
  return value === '' ? '' : ` ${name}="${value.replaceAll('"', '&quot;')}"`;
}

function readValue(reading: Reading): string | undefined {
  const quote = reading.text.charAt(reading.pos);
  if (quote === '"' || quote === "'") return readQuoted(reading, quote);
  if (quote !== '{') return undefined;
  const code = readBraces(reading);
  if (code === undefined) return undefined;
  const written = STRING.exec(code)?.[1] ?? '';
  return /^\d+$/.test(code.trim()) ? code.trim() : written;
}

/** A quoted value, in which tags of a template language may have quotes of their own. */
function readQuoted(reading: Reading, quote: string): string | undefined {
  let value = '';
  let pos = reading.pos + 1;
  while (pos < reading.text.length && reading.text.charAt(pos) !== quote) {
    const tag = readTemplateTag(reading.text, pos);
    if (reading.text.charAt(pos) === '<') return undefined;
    value += tag ? (addressOf(tag, reading.variables) ?? tag.source) : reading.text.charAt(pos);
    pos += tag?.source.length ?? 1;
  }
  reading.pos = pos + 1;
  return pos < reading.text.length ? value : undefined;
}

function readBraces(reading: Reading): string | undefined {
  const start = reading.pos;
  if (reading.text.charAt(start) !== '{') return undefined;
  let depth = 0;
  for (const { 0: brace, index } of reading.text.slice(start).matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth > 0) continue;
    reading.pos = start + index + 1;
    return reading.text.slice(start + 1, start + index);
  }
  return undefined;
}

/** Expands addresses in HTML, and lets components without content not contain what follows. */
function adapt(html: string, env: StateInline['env'], variables: Variables): string {
  const closed = html
    .replace(LINK, 'a')
    .replace(/(?<=<a\s)to=/g, 'href=')
    .replace(SELF_CLOSING, '<$1$2></$1>');
  return closed.includes('{{') || closed.includes('{%') ? expand(closed, env, variables) : closed;
}

function expand(html: string, env: StateInline['env'], variables: Variables): string {
  let [expanded, pos] = ['', 0];
  while (pos < html.length) {
    const next = html.indexOf('{', pos);
    const end = next < 0 ? html.length : next;
    const tag = next < 0 ? undefined : readTemplateTag(html, next);
    const address = tag && addressOf(tag, variables);
    if (tag && address === undefined && !env.isRaw) countNotation(env, 'kept', notationOf(tag));
    expanded += html.slice(pos, end) + (address ?? tag?.source ?? html.charAt(end));
    pos = end + (tag?.source.length ?? 1);
  }
  return expanded;
}

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
