import type { MarkdownIt, StateInline } from 'markdown-it';
import { mapLines } from '../block-pairs.ts';
import { countNotation } from '../notation.ts';

const MAX_LENGTH = 500;
const TITLED_SIZE = /\|[ \t]*(\d{1,5})(?:x(\d{1,5}))?[ \t]*$/;
const CONTENTS = /^\[(?:TOC|_TOC_)\]$/;

/** `==highlighted==`, `%%comments%%`, `![text|300](a.png)` and `[TOC]`. */
export function addObsidianMarks(markdown: MarkdownIt): void {
  const { core, inline } = markdown;
  core.ruler.after('normalize', 'block-comments', (state) => {
    if (state.src.includes('%%')) state.src = withoutComments(state.src, state.env);
  });
  core.ruler.after('block', 'contents', ({ tokens, env }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'inline' || !CONTENTS.test(token.content)) continue;
      token.content = '';
      for (const part of tokens.slice(index - 1, index + 2)) part.hidden = true;
      countNotation(env, 'removed', 'contents');
    }
  });
  inline.ruler.before('emphasis', 'highlight', parseHighlight);
  inline.ruler.before('emphasis', 'comment', parseComment);
  core.ruler.after('inline', 'titled-sizes', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const text = token.type === 'image' ? token.children?.at(-1) : undefined;
      const [found, width = '', height] = (text?.type === 'text' && TITLED_SIZE.exec(text.content)) || [];
      if (!text || found === undefined) continue;
      text.content = text.content.slice(0, -found.length);
      token.attrSet('width', width);
      if (height) token.attrSet('height', height);
    }
  });
}

/** Comments of several lines begin and end with a line `%%`. */
function withoutComments(source: string, env: StateInline['env']): string {
  let marks = 0;
  mapLines(source, (line) => {
    if (line.trim() === '%%') marks += 1;
    return line;
  });
  let isComment = false;
  return mapLines(source, (line) => {
    if (line.trim() !== '%%') return isComment ? '' : line;
    marks -= 1;
    if (!isComment && marks === 0) return line;
    isComment = !isComment;
    if (isComment) countNotation(env, 'removed', 'comments');
    return '';
  });
}

function parseHighlight(state: StateInline, silent: boolean): boolean {
  const inside = between(state, '==');
  if (inside === undefined || inside.startsWith(' ') || inside.endsWith(' ')) return false;
  const { pos, posMax } = state;
  const end = pos + inside.length + 4;
  if (!silent) {
    state.push('mark_open', 'mark', 1);
    Object.assign(state, { pos: pos + 2, posMax: end - 2 });
    state.md.inline.tokenize(state);
    state.push('mark_close', 'mark', -1);
  }
  Object.assign(state, { pos: end, posMax });
  return true;
}

function parseComment(state: StateInline, silent: boolean): boolean {
  const inside = between(state, '%%');
  if (inside === undefined) return false;
  state.pos += inside.length + 4;
  if (!silent) countNotation(state.env, 'removed', 'comments');
  return true;
}

/** The text between two marks, if the first is here. */
function between({ src, pos, posMax }: StateInline, mark: string): string | undefined {
  if (!src.startsWith(mark, pos)) return undefined;
  const text = src.slice(pos + 2, Math.min(posMax, pos + MAX_LENGTH));
  const end = text.indexOf(mark);
  const inside = end < 0 ? '' : text.slice(0, end);
  return inside === '' || inside.startsWith(mark.charAt(0)) || inside.includes('\n\n') ? undefined : inside;
}
