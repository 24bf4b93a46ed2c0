import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { type Callout, calloutOf, closeCallout, openCallout } from '../callouts.ts';
import { countNotation } from '../notation.ts';

/** `{: .note #id width="30" }` of kramdown, `{ .note }` of MkDocs. */
const LIST = /\{(?::[ \t]{0,9}|[ \t]{0,9}(?=[.#]|[\w-]{1,40}=|data-))([^{}\n]{0,300})\}/y;
const LINE = /^\{(?::|[ \t]{0,9}(?=[.#]))([^{}\n]{0,300})\}[ \t]{0,9}$/;
const SIZE = /(?<![\w-])(width|height)=["']?(\d{1,5})(?:px)?["']?(?![\w%])/g;
const ID = /(?:^|\s)#([^\s{}#]{1,200})/;
const CONTENTS = /(?:^|\s)toc\s*$/;

/** The tokens that a list may follow. */
const MARKED = new Set(['code_inline', 'em_close', 'html_inline', 'image', 'link_close', 'strong_close']);

/** Lists of attributes: a callout's class makes the block a callout, sizes are kept, the rest is left out. */
export function addAttributeLists({ core, inline }: MarkdownIt): void {
  core.ruler.before('own-heading-ids', 'attribute-lines', (state) => {
    if (state.src.includes('{')) takeLines(state);
  });
  inline.ruler.after('image', 'attribute-list', parseList);
}

function parseList(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '{') return false;
  LIST.lastIndex = state.pos;
  const [list, words = ''] = LIST.exec(state.src) ?? [];
  const last = state.tokens.at(-1);
  if (list === undefined) return false;
  const isAfterIcon = state.pending.endsWith(':');
  const isAfterMark = state.pending === '' && last !== undefined && MARKED.has(last.type);
  // While a link is looked for, there are no tokens.
  const follows = silent ? /[)\]`*_>:]/.test(state.src.charAt(state.pos - 1)) : isAfterIcon || isAfterMark;
  if (!follows) return false;
  state.pos += list.length;
  if (silent) return true;
  countNotation(state.env, 'removed', 'attribute_lists');
  if (last?.type === 'image' && isAfterMark)
    for (const [, side = '', size = ''] of words.matchAll(SIZE)) last.attrSet(side, size);
  return true;
}

/** Lists on a line of their own, above or below a block. */
function takeLines(state: StateCore): void {
  const { tokens } = state;
  const before = new Map<Token, Callout>();
  const after = new Map<Token, Callout>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline' || tokens[index - 1]?.type !== 'paragraph_open') continue;
    const [lists, text] = splitLines(token.content);
    if (lists.length === 0) continue;
    token.content = text;
    countNotation(state.env, 'removed', 'attribute_lists', lists.length);
    if (lists.some((list) => CONTENTS.test(list))) hideList(tokens, index);
    const id = lists.map((list) => ID.exec(list)?.[1]).find((found) => found !== undefined);
    if (id && tokens[index - 2]?.type === 'heading_close') tokens[index - 4]?.attrSet('id', id);
    const callout = calloutIn(lists, state.env.language);
    const block = text === '' ? hideParagraph(tokens, index) : tokens.slice(index - 1, index + 2);
    if (callout) wrap(block, { callout, before, after });
  }
  if (before.size > 0) state.tokens = tokens.flatMap((token) => withCallout(state, token, { before, after }));
}

function splitLines(content: string): [lists: string[], text: string] {
  const lines = content.split('\n');
  const lists: string[] = [];
  for (const end of ['shift', 'pop'] as const) {
    const line = lines.at(end === 'shift' ? 0 : -1) ?? '';
    const [, words] = LINE.exec(line.trim()) ?? [];
    if (words === undefined || lines.length === 0) continue;
    lists.push(words);
    lines[end]();
  }
  return [lists, lines.join('\n')];
}

function calloutIn(lists: string[], language: unknown): Callout | undefined {
  const classes = lists.flatMap((list) =>
    Array.from(list.matchAll(/\.([\w-]{1,60})/g), ([, name = '']) => name),
  );
  const callouts = classes.flatMap(
    (name) => calloutOf(name.replace(/-title$/, ''), undefined, language) ?? [],
  );
  // `.note .warning` is a warning.
  return callouts.find(({ kind }) => kind !== 'note') ?? callouts[0];
}

function hideParagraph(tokens: Token[], index: number): Token[] {
  for (const token of tokens.slice(index - 1, index + 2)) token.hidden = true;
  const next = tokens[index + 2];
  if (next?.type !== 'paragraph_open' && next?.type !== 'blockquote_open') return [];
  const close = next.type.replace('open', 'close');
  let end = index + 3;
  while (end < tokens.length && !(tokens[end]?.level === next.level && tokens[end]?.type === close)) end += 1;
  return tokens.slice(index + 2, end + 1);
}

/** `* TOC` and `{:toc}` below it. */
function hideList(tokens: Token[], index: number): void {
  const list = tokens.slice(index - 3, index + 4);
  const isAlone = list[0]?.type.endsWith('list_open') && list.at(-1)?.type.endsWith('list_close');
  for (const token of isAlone ? list : tokens.slice(index - 1, index + 2)) token.hidden = true;
  const text = tokens[index];
  if (text) text.content = '';
}

interface Wrapping {
  before: Map<Token, Callout>;
  after: Map<Token, Callout>;
}

function wrap(block: Token[], { callout, before, after }: Wrapping & { callout: Callout }): void {
  const [first] = block;
  const last = block.at(-1);
  if (!first || !last) return;
  if (first.type === 'blockquote_open') first.hidden = last.hidden = true;
  before.set(first, callout);
  after.set(last, callout);
}

function withCallout(state: StateCore, token: Token, { before, after }: Wrapping): Token[] {
  const all: Token[] = [];
  const create = (type: string, nesting: -1 | 0 | 1) => {
    const created = new state.Token(type, '', nesting);
    created.level = token.level;
    all.push(created);
    return created;
  };
  const opening = before.get(token);
  const closing = after.get(token);
  if (opening) openCallout(create, opening);
  all.push(token);
  if (closing) closeCallout(create, closing);
  return all;
}
