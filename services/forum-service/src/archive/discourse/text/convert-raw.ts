import { escapeMarkdown } from '../../../rendering/escape.ts';
import { linkTo } from '../../moved-in/text/markdown.ts';
import { createQuotedLines, type QuotedLines } from '../../moved-in/text/quoted-lines.ts';
import { type Block, type BlockTag, partsOfLine, pollName, quoteSource, unquoted } from './block-tags.ts';
import { convertLine, type TextContext } from './convert-line.ts';

/** The Markdown of a post as Discourse keeps it, in ours: see docs/moving.md. Its time is linear in its length. */
export function convertRaw(raw: string, context: TextContext): string {
  const lines = raw.split(/\r\n?|\n/);
  const output = createQuotedLines();
  const blocks = createBlocks(output, context);
  const state: LineState = { isAfterBlank: true, isInList: false };
  for (let index = 0; index < lines.length; ) {
    const copied = copyCode(lines, index, output, state) || copyTable(lines, index, output);
    if (copied > 0) {
      index += copied;
      continue;
    }
    const line = lines[index] ?? '';
    convertParts(line, { lines, index, output, blocks, context });
    state.isInList = line.trim() === '' || /^\s/.test(line) ? state.isInList : LIST_ITEM.test(line);
    state.isAfterBlank = line.trim() === '';
    index += 1;
  }
  return output.text();
}

interface LineState {
  isAfterBlank: boolean;
  isInList: boolean;
}

interface Reading {
  lines: readonly string[];
  index: number;
  output: QuotedLines;
  blocks: Blocks;
  context: TextContext;
}

const LIST_ITEM = /^\s{0,20}(?:[-*+]|\d{1,9}[.)])\s/;

const FENCE = /^(\s{0,12}(?:>\s?){0,20}\s{0,3})(`{3,}|~{3,})/;

/** Copies a fenced block, or one that is indented outside of a list. @returns how many lines it has */
function copyCode(lines: readonly string[], from: number, output: QuotedLines, state: LineState): number {
  const [, prefix = '', fence] = FENCE.exec(lines[from] ?? '') ?? [];
  if (fence !== undefined) return copyFenced(lines, from, output, { prefix, fence });
  const isIndented = (line: string | undefined) => line !== undefined && /^(?: {4}|\t)/.test(line);
  if (!state.isAfterBlank || state.isInList || !isIndented(lines[from])) return 0;
  let index = from;
  for (; isIndented(lines[index]); index += 1) output.copy(lines[index] ?? '');
  return index - from;
}

function copyFenced(
  lines: readonly string[],
  from: number,
  output: QuotedLines,
  { prefix, fence }: { prefix: string; fence: string },
): number {
  const end = new RegExp(`^[\\s>]*${fence[0]}{${fence.length},}\\s*$`);
  const isQuoted = prefix.includes('>');
  output.copy(lines[from] ?? '');
  for (let index = from + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (isQuoted && !line.trimStart().startsWith('>')) return index - from;
    output.copy(line);
    if (end.test(line)) return index - from + 1;
  }
  // A block without an end, after which nothing else may be taken for code.
  output.push(fence);
  return lines.length - from;
}

/** A table, as a block of code, in which its columns stand below each other. @returns how many lines it has */
function copyTable(lines: readonly string[], from: number, output: QuotedLines): number {
  const [head = '', rule = ''] = [lines[from], lines[from + 1]];
  const isTable = head.includes('|') && rule.includes('-') && rule.includes('|') && /^[\s|:-]+$/.test(rule);
  if (!isTable) return 0;
  let end = from + 2;
  while (lines[end]?.includes('|')) end += 1;
  const rows = lines.slice(from, end);
  const longest = Math.max(2, ...rows.flatMap((row) => [...row.matchAll(/`+/g)].map(([run]) => run.length)));
  const fence = '`'.repeat(longest + 1);
  output.push('', fence, ...rows, fence, '');
  return end - from;
}

function convertParts(line: string, reading: Reading): void {
  const parts = partsOfLine(line);
  for (const part of parts) {
    if (typeof part !== 'string') reading.blocks.take(part);
    else if (reading.blocks.isCode()) reading.output.copy(part);
    else if (parts.length === 1 || part.trim() !== '') convertPart(part, reading);
  }
}

const QUOTED = /^(\s{0,12}(?:>\s?){1,20})(.*)$/s;

function convertPart(part: string, reading: Reading): void {
  const { output, context, blocks } = reading;
  const [, quotes = '', quoted = part] = QUOTED.exec(part) ?? [];
  const heading = headingIn(quoted) ?? underlinedHeading(quoted, reading);
  if (heading !== undefined) {
    output.push(`${quotes}${bold(convertLine(heading, context))}`);
    return;
  }
  // Our Markdown has no rules; the line below a heading was one of its signs.
  if (/^\s{0,3}(?:-[\s-]*|\*[\s*]*|_[\s_]*|=+\s*)$/.test(quoted) && /([-*_=])\s*\1/.test(quoted)) {
    output.push(quotes.trimEnd());
    return;
  }
  const votes = LIST_ITEM.test(quoted) ? blocks.nextPollVotes() : undefined;
  const counted = votes === undefined ? '' : ` (${votes})`;
  for (const converted of `${convertLine(quoted, context)}${counted}`.split('\n'))
    output.push(`${quotes}${converted}`);
}

/** `## Install ##` */
function headingIn(line: string): string | undefined {
  const [, text] = /^\s{0,3}#{1,6}\s+(\S.*)$/.exec(line) ?? [];
  return text?.replace(/\s#+\s*$/, '').trim();
}

/** A heading with a line of `=` or `-` below it, alone in its paragraph. */
function underlinedHeading(line: string, { lines, index }: Reading): string | undefined {
  const [before = '', after = ''] = [lines[index - 1], lines[index + 1]];
  const isUnderlined = /^\s{0,3}(?:={2,}|-{2,})\s*$/.test(after) && before.trim() === '';
  return isUnderlined && line.trim() !== '' && line === lines[index] && !LIST_ITEM.test(line)
    ? line.trim()
    : undefined;
}

function bold(text: string): string {
  return text.includes('**') ? text : `**${text}**`;
}

interface Blocks {
  /** Opens or closes a block. */
  take(tag: BlockTag): void;
  /** The votes for the next option of the poll that is open. */
  nextPollVotes(): number | undefined;
  /** Whether what follows is code. */
  isCode(): boolean;
}

function createBlocks(output: QuotedLines, context: TextContext): Blocks {
  const open: Block[] = [];
  let votes: number[] = [];
  let tooDeep = 0;

  function close(block: Block): void {
    if (tooDeep > 0) tooDeep -= 1;
    else if (open.includes(block)) closeUntil(block);
  }

  function closeUntil(block: Block): void {
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      if (last === 'quote') output.endQuote();
      if (last === 'code') output.push('```');
      if (last === block) break;
    }
    output.push('');
  }

  function start({ block, rest }: BlockTag): void {
    if (open.length >= MOST_OPEN) {
      tooDeep += 1;
      return;
    }
    open.push(block);
    if (block === 'quote') startQuote(rest);
    else if (block === 'code') output.push('', '```');
    else if (block === 'poll') votes = [...(context.pollVotes(pollName(rest)) ?? [])];
    else if (block !== 'wrap') output.push('', bold(titleOf(block, rest)), '');
  }

  function startQuote(rest: string): void {
    const { who, username = who, post, topic = context.topic } = quoteSource(rest);
    output.startQuote();
    if (who === '') return;
    const name = escapeMarkdown(context.nameOf(username) ?? who);
    const address = post === undefined ? undefined : context.postAddress(topic, post);
    output.push(linkTo(context.wrote(name), address), '');
  }

  return {
    take: (tag) => (tag.isEnd ? close(tag.block) : start(tag)),
    nextPollVotes: () => (open.at(-1) === 'poll' ? votes.shift() : undefined),
    isCode: () => open.at(-1) === 'code',
  };
}

/** Blocks within blocks; deeper ones are read as the text of the one around them. */
const MOST_OPEN = 100;

function titleOf(block: Block, rest: string): string {
  return unquoted(rest) || (block === 'details' ? 'Details' : 'Spoiler');
}
