import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { type LineMarker, pairLines } from './block-pairs.ts';
import {
  type Callout,
  calloutOf,
  calloutOfSite,
  closeCallout,
  lineAt,
  mayNest,
  openCallout,
  pushCallout,
  titleOf,
} from './callouts.ts';

const COLONS = /^:{3,}/;
const NAME = /^\{?([a-z][\w-]*)\}?/i;

/** The most modifiers of an MkDocs admonition are two, such as `inline end`. */
const EXCLAMATION = /^(!!!|\?\?\?\+?)[ \t]+([a-z][\w-]*)(?:[ \t]+[\w-]+){0,4}(?:[ \t]+"(.*)")?$/i;

/** The indentation of the content of `!!!` and `===`. */
export const INDENT = 4;

export const BEFORE_PARAGRAPHS = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };

/** Callouts `:::note` of Docusaurus and VitePress, `!!! note` and `??? note` of MkDocs. */
export function addCalloutBlocks(markdown: MarkdownIt): void {
  const { core, block } = markdown;
  core.ruler.before('block', 'colon-pairs', ({ src, env }) => {
    env.colons = pairLines(src, readColons);
  });
  block.ruler.before('fence', 'colons', parseColons, BEFORE_PARAGRAPHS);
  block.ruler.before('fence', 'exclamation', parseExclamation, BEFORE_PARAGRAPHS);
}

/** Whether the lines up to `end` belong to the block that contains `start`. */
export function isInside(state: StateBlock, start: number, end: number): boolean {
  if (end >= state.lineMax) return false;
  const { blkIndent } = state;
  const known = state.env.outside as { line: number; blkIndent: number } | undefined;
  if (known && start <= known.line && known.line <= end && blkIndent >= known.blkIndent) return false;
  for (let line = start; line <= end; line += 1) {
    if ((state.sCount[line] ?? 0) >= blkIndent || state.isEmpty(line)) continue;
    state.env.outside = { line, blkIndent };
    return false;
  }
  return true;
}

/** The end of lines that are empty, or indented in a block. */
export function endOfIndented(state: StateBlock, start: number, endLine: number): number {
  let end = start;
  for (let line = start; line < endLine; line += 1) {
    if (state.isEmpty(line)) continue;
    if ((state.sCount[line] ?? 0) < state.blkIndent + INDENT) break;
    end = line + 1;
  }
  return end;
}

function readColons(line: string): LineMarker | undefined {
  const [colons] = COLONS.exec(line) ?? [];
  if (!colons) return undefined;
  const kind = line.trimEnd() === colons ? 'close' : 'open';
  return { key: ':', kind, strength: colons.length };
}

function parseColons(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const line = lineAt(state, startLine);
  const [colons] = COLONS.exec(line) ?? [];
  if (!colons || !mayNest(state, startLine)) return false;
  const end = (state.env.colons as Map<number, number>).get(startLine);
  if (end === undefined || end >= endLine || !isInside(state, startLine, end)) return false;
  const callout = readContainer(line.slice(colons.length).trim(), state);
  if (!callout) return false;
  if (silent) return true;
  pushCallout(state, callout, { start: startLine + 1, end });
  state.line = end + 1;
  return true;
}

/** `note`, `note Title`, `note[Title]{…}`, `details Summary {open}` */
function readContainer(words: string, { env }: StateBlock): Callout | undefined {
  const [whole = '', name = ''] = NAME.exec(words) ?? [];
  const { text, attributes } = splitAttributes(words.slice(whole.length).trim());
  const bracketed = text.startsWith('[') && text.endsWith(']');
  const title = bracketed ? text.slice(1, -1) : text;
  if (name.toLowerCase() === 'details') {
    return {
      kind: undefined,
      title: title || titleOf('details', env.language),
      fold: /\bopen\b/.test(attributes) ? 'open' : 'closed',
    };
  }
  const isBare = attributes.includes('no-title') && title === '';
  return calloutOf(name, isBare ? '' : title || titleIn(attributes), env.language) ?? unknownOf(env, title);
}

/** The containers of an imported site that are no callouts, such as `::: code-group`. */
function unknownOf(env: StateBlock['env'], title: string): Callout | undefined {
  return env.notation ? { kind: undefined, title } : undefined;
}

function splitAttributes(text: string): { text: string; attributes: string } {
  const start = text.endsWith('}') ? text.lastIndexOf('{') : -1;
  if (start < 0) return { text, attributes: '' };
  return { text: text.slice(0, start).trim(), attributes: text.slice(start + 1, -1) };
}

function titleIn(attributes: string): string | undefined {
  return /\btitle="([^"]+)"/.exec(attributes)?.[1];
}

function parseExclamation(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const [, mark, name = '', title] = EXCLAMATION.exec(lineAt(state, startLine).trimEnd()) ?? [];
  if (!mark || !mayNest(state, startLine)) return false;
  const { language, notation } = state.env;
  const callout = calloutOf(name, title, language) ?? (notation ? calloutOfSite(name, title) : undefined);
  const end = endOfIndented(state, startLine + 1, endLine);
  if (!callout || (end === startLine + 1 && title === undefined)) return false;
  if (silent) return true;
  if (mark !== '!!!') callout.fold = mark === '???' ? 'closed' : 'open';
  pushCallout(state, callout, { start: startLine + 1, end, indent: INDENT });
  state.line = end;
  return true;
}

/** `[!NOTE]` of GitHub; `[!note]- Title` of Obsidian, where `-` folds it. */
const MARKER = /^\[!([a-z-]{1,40})(?:\|[^\]\n]{0,100})?\]([+-]?)(?:[ \t\u00a0]+([^\n]*))?(?:\n|$)/i;

/** A quotation that begins with `[!NOTE]` or the like becomes a callout. */
export function addAlerts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'alerts', (state) => {
    if (!state.src.includes('[!')) return;
    const alerts: (Callout | undefined)[] = [];
    const { tokens } = state;
    state.tokens = [];
    for (const [index, token] of tokens.entries()) {
      const create = tokensFor(state, token);
      if (token.type === 'blockquote_open') {
        const alert = takeMarker(tokens.slice(index + 1, index + 4), state.env);
        alerts.push(alert);
        if (alert) openCallout(create, alert);
        else state.tokens.push(token);
      } else if (token.type === 'blockquote_close') {
        const alert = alerts.pop();
        if (alert) closeCallout(create, alert);
        else state.tokens.push(token);
      } else state.tokens.push(token);
    }
  });
}

function tokensFor(state: StateCore, { level, map }: Token) {
  return (type: string, nesting: -1 | 0 | 1) => {
    const token = new state.Token(type, '', nesting);
    Object.assign(token, { level, map });
    state.tokens.push(token);
    return token;
  };
}

function takeMarker([opening, text, closing]: Token[], env: StateCore['env']): Callout | undefined {
  if (text?.type !== 'inline') return undefined;
  const [marker, name = '', fold, title] = MARKER.exec(text.content) ?? [];
  if (marker === undefined) return undefined;
  const said = title?.trim() || undefined;
  const alert =
    calloutOf(name, said, env.language) ??
    (env.notation ? calloutOfSite(name.toLowerCase(), said) : undefined);
  if (!alert) return undefined;
  if (fold) alert.fold = fold === '-' ? 'closed' : 'open';
  text.content = text.content.slice(marker.length);
  // The marker may be the whole paragraph.
  if (text.content === '') for (const part of [opening, closing]) if (part) part.hidden = true;
  return alert;
}
