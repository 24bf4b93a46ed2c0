/** A line that begins or ends a block. */
export interface LineMarker {
  /** The beginning and the end of a block have the same. */
  key: string;
  kind: 'open' | 'close';
  /** An end needs at least that of the beginning. */
  strength: number;
}

/** Blocks that have not ended, innermost last, and how many there are of each strength. */
interface OpenBlocks {
  stack: { line: number; strength: number }[];
  counts: Map<number, number>;
}

const PREFIX = /^[ \t>]*/;
const FENCE = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;

/**
 * Finds where blocks end, in one pass, because a search from each beginning would be quadratic. Fenced code is
 * skipped.
 * @returns the last line by the first line, for blocks that end
 */
export function pairLines(
  source: string,
  readMarker: (line: string) => LineMarker | undefined,
): Map<number, number> {
  const pairs = new Map<number, number>();
  const open = new Map<string, OpenBlocks>();
  for (const { line, content, isCode } of linesOf(source)) {
    const marker = isCode ? undefined : readMarker(content);
    if (!marker) continue;
    const blocks = open.get(marker.key) ?? { stack: [], counts: new Map() };
    open.set(marker.key, blocks);
    if (marker.kind === 'open') openAt(blocks, line, marker.strength);
    const start = marker.kind === 'close' ? closeAt(blocks, marker.strength) : undefined;
    if (start !== undefined) pairs.set(start, line);
  }
  return pairs;
}

/** Changes lines that are not fenced code. */
export function mapLines(source: string, change: (line: string) => string): string {
  const lines = Array.from(linesOf(source), ({ text, isCode }) => (isCode ? text : change(text)));
  return lines.join('\n');
}

function* linesOf(source: string) {
  let fence = '';
  for (const [line, text] of source.split('\n').entries()) {
    const content = text.replace(PREFIX, '');
    const before = fence;
    fence = fenceAfter(content, fence);
    yield { line, text, content, isCode: before !== '' || fence !== '' };
  }
}

/** The fence of the code that a line begins or is in; empty for none. */
function fenceAfter(content: string, fence: string): string {
  if (fence) return isEndOf(content, fence) ? '' : fence;
  const [, marks = '', info = ''] = FENCE.exec(content) ?? [];
  return marks.startsWith('`') && info.includes('`') ? '' : marks;
}

function isEndOf(content: string, fence: string): boolean {
  const marks = content.trimEnd();
  return marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
}

function openAt({ stack, counts }: OpenBlocks, line: number, strength: number): void {
  stack.push({ line, strength });
  counts.set(strength, (counts.get(strength) ?? 0) + 1);
}

/** The line of the last block of the same strength, or else of the innermost if it is weaker. */
function closeAt(blocks: OpenBlocks, strength: number): number | undefined {
  const { stack, counts } = blocks;
  if ((counts.get(strength) ?? 0) === 0) {
    return (stack.at(-1)?.strength ?? strength) < strength ? closeInnermost(blocks)?.line : undefined;
  }
  let ended = closeInnermost(blocks);
  while (ended && ended.strength !== strength) ended = closeInnermost(blocks);
  return ended?.line;
}

function closeInnermost({ stack, counts }: OpenBlocks) {
  const ended = stack.pop();
  if (ended) counts.set(ended.strength, (counts.get(ended.strength) ?? 0) - 1);
  return ended;
}
