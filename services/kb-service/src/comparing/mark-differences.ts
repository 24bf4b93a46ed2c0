import { render } from 'dom-serializer';
import { type ChildNode, Document, Text } from 'domhandler';
import { cleanContent } from '../cleaning/clean-content.ts';
import { parseHtml } from '../cleaning/parse-html.ts';
import { elementAround } from '../cleaning/rewrite.ts';
import {
  type Change,
  elementOf,
  type Marking,
  type MarkWords,
  markRun,
  mergeRuns,
  showRun,
} from './mark-runs.ts';
import { matchKeys, startEffort } from './match-keys.ts';
import { pairBlocks } from './pair-blocks.ts';
import { type Block, createKeys, type Part, readBlocks } from './read-blocks.ts';

export interface ComparedText {
  title: string;
  contentHtml: string;
}

/** Two versions of a guide as one text. */
export interface Comparison {
  /** Clean HTML, in which `<ins class="change">` and `<del class="change">` mark what only one version has. */
  title: string;
  contentHtml: string;
  /** The marked texts, in order. */
  changes: Change[];
  /** Whether the versions differ only in what readers do not see, such as places to link to. */
  onlyMarkup: boolean;
  /** Whether the versions differ so much that text is marked that both of them have. */
  isRough: boolean;
}

/** Cannot stand alone, and shows nothing. */
const UNSEEN = new Set(['col', 'colgroup']);

/**
 * Compares two versions as readers see them: block by block, and word by word within blocks. Takes time and memory that
 * grow little faster than the texts.
 * @throws AppError `invalid` for markup that cannot be cleaned
 */
export function markDifferences(before: ComparedText, after: ComparedText, words: MarkWords): Comparison {
  const marking: Marking = { words, effort: startEffort(), changes: [] };
  const keyOf = createKeys();
  const readTitle = (text: string) => readBlocks(new Document([new Text(text)]), keyOf);
  const title = mergeBlocks(readTitle(before.title), readTitle(after.title), marking);
  const [former, current] = [cleaned(before.contentHtml), cleaned(after.contentHtml)];
  const read = (html: string) => readBlocks(parseHtml(html, { place: 'content' }), keyOf);
  const content = mergeBlocks(read(former), read(current), marking);
  const { changes, effort } = marking;
  return {
    title: htmlOf(title),
    contentHtml: htmlOf(content),
    changes,
    onlyMarkup: changes.length === 0 && former !== current,
    isRough: effort.isSpent,
  };
}

/** Versions were clean when they were stored; the rules may have become stricter, and a form sends anything. */
function cleaned(html: string): string {
  return cleanContent(parseHtml(html, { place: 'content' })).html;
}

function htmlOf(nodes: ChildNode[]): string {
  return render(nodes, { encodeEntities: 'utf8' });
}

function mergeBlocks(before: readonly Block[], after: readonly Block[], marking: Marking): ChildNode[] {
  const keys = [before.map(({ key }) => key), after.map(({ key }) => key)] as const;
  const nodes: ChildNode[] = [];
  const add = (more: readonly ChildNode[]) => {
    for (const node of more) nodes.push(node);
  };
  let [i, j] = [0, 0];
  for (const [index, at] of [...matchKeys(...keys, marking.effort), [before.length, after.length] as const]) {
    for (const pair of pairBlocks(before.slice(i, index), after.slice(j, at), marking.effort)) {
      if (pair.before && pair.after) add(mergePair(pair.before, pair.after, marking));
      else if (pair.before) add(markBlock(pair.before, 'removed', marking));
      else if (pair.after) add(markBlock(pair.after, 'added', marking));
    }
    const same = after[at];
    if (same) add(showBlock(same));
    [i, j] = [index + 1, at + 1];
  }
  return nodes;
}

function mergePair(before: Block, after: Block, marking: Marking): ChildNode[] {
  if (before.kind === 'run' && after.kind === 'run') return mergeRuns(before, after, marking);
  if (before.kind !== 'part' || after.kind !== 'part') return [];
  return [partOf(after, mergeBlocks(before.children, after.children, marking))];
}

function showBlock(block: Block): ChildNode[] {
  return block.kind === 'run' ? showRun(block) : [partOf(block, block.children.flatMap(showBlock))];
}

function markBlock(block: Block, kind: Change['kind'], marking: Marking): ChildNode[] {
  if (block.kind === 'run') return markRun(block, kind, marking);
  const { shell, children } = block;
  if (UNSEEN.has(shell.name)) return kind === 'removed' ? [] : showBlock(block);
  const part = partOf(
    block,
    children.flatMap((child) => markBlock(child, kind, marking)),
  );
  if (shell.name !== 'hr') return [part];
  marking.changes.push({ kind, text: '---' });
  const line = elementAround(kind === 'added' ? 'ins' : 'del', [part]);
  line.attribs.class = 'change';
  return [line];
}

/** Changes in what can be closed are shown at once. */
function partOf({ shell }: Part, children: ChildNode[]): ChildNode {
  const element = elementOf(shell, children);
  if (shell.name === 'details') element.attribs.open = '';
  return element;
}
