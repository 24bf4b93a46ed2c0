import { type Catalogue, catalogueOf } from '@guidepost/i18n';
import type { MarkdownIt, StateBlock, Token } from 'markdown-it';

type Title = keyof Catalogue['callouts'];

export interface Callout {
  /** A class of `allowed-markup.ts`; undefined without a box. */
  kind: string | undefined;
  /** Markdown; empty for none. */
  title: string;
  /** Makes it `<details>`. */
  fold?: 'open' | 'closed' | undefined;
}

/** The names that GitHub, Docusaurus, VitePress, MkDocs, Obsidian, GitBook and Hugo themes use: class and title. */
const KINDS: Record<string, [kind: string, title: Title]> = {
  note: ['note', 'note'],
  seealso: ['note', 'note'],
  todo: ['note', 'note'],
  quote: ['note', 'note'],
  example: ['note', 'example'],
  info: ['info', 'info'],
  abstract: ['info', 'info'],
  summary: ['info', 'info'],
  tldr: ['info', 'info'],
  question: ['info', 'question'],
  help: ['info', 'question'],
  faq: ['info', 'question'],
  tip: ['tip', 'tip'],
  hint: ['tip', 'tip'],
  success: ['tip', 'success'],
  check: ['tip', 'success'],
  done: ['tip', 'success'],
  important: ['important', 'important'],
  warning: ['warning', 'warning'],
  attention: ['warning', 'warning'],
  caution: ['caution', 'caution'],
  danger: ['caution', 'danger'],
  error: ['caution', 'danger'],
  failure: ['caution', 'danger'],
  bug: ['caution', 'danger'],
};

/** Deeper, markdown-it drops the text of blocks. */
const MAX_LEVEL = 80;

/** @param title default: that of the name, in the language */
export function calloutOf(name: string, title: string | undefined, language: unknown): Callout | undefined {
  const lower = name.toLowerCase();
  const [kind, key] = (Object.hasOwn(KINDS, lower) && KINDS[lower]) || [];
  if (!kind || !key) return undefined;
  return { kind, title: title ?? titleOf(key, language) };
}

/** The callout of a name that a site has made up: a note. */
export function calloutOfSite(name: string, title: string | undefined): Callout {
  const words = name.replaceAll(/[-_]+/g, ' ');
  return { kind: 'note', title: title ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}` };
}

export function titleOf(key: Title, language: unknown): string {
  return catalogueOf(String(language)).callouts[key];
}

/** Writes the tokens of callouts as HTML. */
export function addCalloutTokens({ renderer: { rules } }: MarkdownIt): void {
  rules.callout_open = (tokens, index) => {
    const { kind, fold } = calloutIn(tokens[index]);
    const box = kind ? ` class="${kind}"` : '';
    if (fold) return `<details${box}${fold === 'open' ? ' open' : ''}>\n`;
    return kind ? `<div${box}>\n` : '';
  };
  rules.callout_title_open = (tokens, index) => (calloutIn(tokens[index]).fold ? '<summary>' : '<p><strong>');
  rules.callout_title_close = (tokens, index) =>
    calloutIn(tokens[index]).fold ? '</summary>\n' : '</strong></p>\n';
  rules.callout_close = (tokens, index) => {
    const { kind, fold } = calloutIn(tokens[index]);
    if (fold) return '</details>\n';
    return kind ? '</div>\n' : '';
  };
}

function calloutIn(token: Token | undefined): Callout {
  return (token?.meta?.callout ?? { kind: undefined, title: '' }) as Callout;
}

type NewToken = (type: string, nesting: -1 | 0 | 1) => Token;

/** The beginning of a callout, with its title. */
export function openCallout(create: NewToken, callout: Callout): void {
  mark(create('callout_open', 1), callout);
  if (callout.title === '') return;
  mark(create('callout_title_open', 1), callout);
  const title = create('inline', 0);
  title.content = callout.title;
  title.children = [];
  mark(create('callout_title_close', -1), callout);
}

export function closeCallout(create: NewToken, callout: Callout): void {
  mark(create('callout_close', -1), callout);
}

function mark(token: Token, callout: Callout): void {
  token.block = true;
  token.meta = { callout };
}

/** Whether a block may contain others. */
export function mayNest(state: StateBlock, line: number): boolean {
  return state.level < MAX_LEVEL && (state.sCount[line] ?? 0) - state.blkIndent < 4;
}

/** Parses the lines from `start` to before `end`, indented by `indent`, as the content of a callout. */
export function pushCallout(
  state: StateBlock,
  callout: Callout,
  { start, end, indent = 0 }: { start: number; end: number; indent?: number },
): void {
  const { parentType, lineMax, blkIndent } = state;
  const create: NewToken = (type, nesting) => state.push(type, '', nesting);
  openCallout(create, callout);
  state.parentType = 'callout';
  state.lineMax = end;
  state.blkIndent = blkIndent + indent;
  state.md.block.tokenize(state, start, end);
  Object.assign(state, { parentType, lineMax, blkIndent });
  closeCallout(create, callout);
}

/** The text of a line without its indentation. */
export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
