import type { MarkdownIt, StateBlock } from 'markdown-it';
import { type LineMarker, mapLines, pairLines } from '../block-pairs.ts';
import { BEFORE_PARAGRAPHS, isInside } from '../callout-blocks.ts';
import { type Callout, calloutOf, lineAt, mayNest, pushCallout, titleOf } from '../callouts.ts';
import {
  firstNamed,
  imageIn,
  isFigure,
  readTemplateTag,
  type TagWords,
  type TemplateTag,
  wordsOf,
} from './template-tags.ts';

/** Tags whose end is looked for, by what becomes of their content. */
const CALLOUTS = words(
  `admonition alert callout caution danger error hint important info note notice success tip warning`,
);
const FOLDED = words('accordion collapse details expand expandable spoiler');
const BARE = words(`code column columns content-ref step stepper steps tab tabitem tabpane tabs`);
const CODE = words('highlight');
const HIDDEN = words('comment');
const PAIRED = new Set([...CALLOUTS, ...FOLDED, ...BARE, ...CODE, ...HIDDEN]);

/** The colours of callouts in Bootstrap, which themes use as names. */
const COLOURS: Record<string, string> = { primary: 'info', secondary: 'note', default: 'note' };

function words(list: string): string[] {
  return list.split(/\s+/);
}

/** Blocks between tags: `{% hint style="info" %}` … `{% endhint %}`, `{{< tab "Linux" >}}` … `{{< /tab >}}`. */
export function addTemplateBlocks({ core, block }: MarkdownIt): void {
  core.ruler.after('normalize', 'template-lines', (state) => {
    if (state.src.includes('{%') || state.src.includes('{{')) state.src = mapLines(state.src, isolateTags);
  });
  core.ruler.before('block', 'template-pairs', ({ src, env }) => {
    env.templates = pairLines(src, readMarker);
  });
  block.ruler.before('fence', 'template', parseTemplate, BEFORE_PARAGRAPHS);
}

/** Gives tags with blocks a line of their own. */
function isolateTags(line: string): string {
  const indentation = /^[ \t>]*/.exec(line)?.[0] ?? '';
  const tag = readTemplateTag(line, indentation.length);
  const isStart = tag && !tag.ends && isPaired(tag);
  const rest = isStart ? line.slice(indentation.length + tag.source.length) : line;
  const before = isStart ? [`${indentation}${tag.source}`] : [];
  const [text, end] = splitEnd(rest);
  const lines = [
    text.trim() === '' ? '' : isStart ? `${indentation}${text.trim()}` : text,
    end && `${indentation}${end}`,
  ];
  return [...before, ...lines.filter(Boolean)].join('\n') || line;
}

/** The end tag after the text of a line. */
function splitEnd(line: string): [text: string, end: string] {
  const trimmed = line.trimEnd();
  const start = Math.max(trimmed.lastIndexOf('{{'), trimmed.lastIndexOf('{%'));
  const tag = start < 0 ? undefined : readTemplateTag(trimmed, start);
  const isEnd = tag?.ends && isPaired(tag) && start + tag.source.length === trimmed.length;
  return isEnd ? [trimmed.slice(0, start), tag.source] : [line, ''];
}

function isPaired({ name, kind }: TemplateTag): boolean {
  return kind !== 'expression' && PAIRED.has(name);
}

function readMarker(line: string): LineMarker | undefined {
  const tag = readTemplateTag(line, 0);
  if (!tag || !isPaired(tag) || line.trimEnd() !== tag.source) return undefined;
  return { key: `${tag.kind} ${tag.name}`, kind: tag.ends ? 'close' : 'open', strength: 1 };
}

function parseTemplate(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const line = lineAt(state, startLine);
  const tag = readTemplateTag(line, 0);
  if (!tag || tag.ends || tag.kind === 'expression' || !mayNest(state, startLine)) return false;
  const isAlone = line.trimEnd() === tag.source;
  const figure = isAlone ? imageIn(tag) : undefined;
  if (figure !== undefined && isFigure(figure)) return silent || pushHtml(state, startLine, figure);
  const end = (state.env.templates as Map<number, number>).get(startLine);
  if (end === undefined || end >= endLine || !isInside(state, startLine, end)) return false;
  if (!silent) pushBlock(state, tag, { start: startLine + 1, end });
  state.line = end + 1;
  return true;
}

function pushHtml(state: StateBlock, line: number, html: string): boolean {
  state.line = line + 1;
  state.push('html_block', '', 0).content = `${html}\n`;
  return true;
}

function pushBlock(state: StateBlock, tag: TemplateTag, lines: { start: number; end: number }): void {
  if (HIDDEN.includes(tag.name)) return;
  if (!CODE.includes(tag.name)) {
    pushCallout(state, calloutIn(tag, state.env.language), lines);
    return;
  }
  const code = state.push('fence', 'code', 0);
  code.info = wordsOf(tag).others[0] ?? '';
  code.content = state.getLines(lines.start, lines.end, state.blkIndent, true);
}

function calloutIn(tag: TemplateTag, language: unknown): Callout {
  const all = wordsOf(tag);
  const title = firstNamed(all, 'title', 'header', 'name', 'summary', 'label');
  if (FOLDED.includes(tag.name)) {
    const isOpen = /^(?:true|open)$/.test(firstNamed(all, 'open', 'expanded') ?? '');
    const fold = isOpen ? 'open' : 'closed';
    return { kind: undefined, title: title ?? all.others[0] ?? titleOf('details', language), fold };
  }
  if (BARE.includes(tag.name))
    return { kind: undefined, title: title ?? (tag.name.startsWith('tab') ? all.others[0] : '') ?? '' };
  return calloutWith(tag.name, { all, title, language });
}

function calloutWith(
  name: string,
  { all, title, language }: { all: TagWords; title: string | undefined; language: unknown },
): Callout {
  const said = firstNamed(all, 'style', 'type', 'color', 'level', 'kind', 'context', 'icon');
  const [first = '', second] = all.others;
  const written = title ?? (calloutOf(first, undefined, language) ? second : undefined);
  const names = [said ?? '', first, name, 'note'].map((word) => COLOURS[word] ?? word);
  const found = names
    .map((word) => calloutOf(word, written, language))
    .find((callout) => callout !== undefined);
  return found ?? { kind: 'note', title: written ?? '' };
}
