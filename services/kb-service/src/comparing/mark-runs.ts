import { type ChildNode, type Element, Text } from 'domhandler';
import { elementAround } from '../cleaning/rewrite.ts';
import { type Effort, matchKeys } from './match-keys.ts';
import { createKeys, type Piece, type Run, TOKEN } from './read-blocks.ts';

/** The names of marks for people who do not see them. */
export interface MarkWords {
  added: string;
  removed: string;
}

export interface Change {
  kind: 'added' | 'removed';
  text: string;
}

export interface Marking {
  words: MarkWords;
  effort: Effort;
  /** Collects what is marked. */
  changes: Change[];
}

interface Group {
  kind: Change['kind'] | 'same';
  pieces: Piece[];
}

/** Characters of an address beside its link. */
const LONGEST_ADDRESS = 100;

/** UTF-16 units; the words of longer runs would take too much memory. */
const LONGEST_RUNS = 500_000;

/** A run as it is. */
export function showRun({ pieces }: Run): ChildNode[] {
  return nest(pieces);
}

/** A run that is only on one side. */
export function markRun({ pieces }: Run, kind: Change['kind'], marking: Marking): ChildNode[] {
  return [mark(nest(pieces), kind, { marking, pieces })];
}

/** Two runs as one, with what is only in one of them marked. */
export function mergeRuns(before: Run, after: Run, marking: Marking): ChildNode[] {
  if (lengthOf(before) + lengthOf(after) > LONGEST_RUNS) {
    marking.effort.isSpent = true;
    return [...markRun(before, 'removed', marking), ...markRun(after, 'added', marking)];
  }
  const keyOf = createKeys();
  const [former, current] = [tokensOf(before.pieces), tokensOf(after.pieces)];
  const matches = matchKeys(keysOf(former, keyOf), keysOf(current, keyOf), marking.effort);
  const seen = { removed: detailsOf(before.pieces), added: detailsOf(after.pieces) };
  return groupTokens(former, current, matches).flatMap(({ kind, pieces }) => {
    if (kind === 'same') return nest(pieces);
    const others = kind === 'added' ? seen.removed : seen.added;
    return [mark(nest(pieces, others), kind, { marking, pieces })];
  });
}

function lengthOf({ pieces }: Run): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

function tokensOf(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) =>
    piece.atom
      ? [piece]
      : Array.from(piece.text.matchAll(TOKEN), ([text]) => ({ text, around: piece.around })),
  );
}

function keysOf(tokens: readonly Piece[], keyOf: (text: string) => number): number[] {
  return tokens.map(({ text, around, atom }) =>
    keyOf(`${atom?.key ?? ''} ${around.map(({ key }) => key)} ${text}`),
  );
}

/** Removed ones before added ones, and one mark for words with spaces between them. */
function groupTokens(
  before: readonly Piece[],
  after: readonly Piece[],
  matches: readonly (readonly [number, number])[],
): Group[] {
  const groups: Group[] = [];
  const add = (kind: Group['kind'], pieces: readonly Piece[]) => {
    const last = groups.at(-1);
    if (pieces.length === 0) return;
    if (last?.kind === kind) for (const piece of pieces) last.pieces.push(piece);
    else groups.push({ kind, pieces: [...pieces] });
  };
  let [i, j] = [0, 0];
  let removed: Piece[] = [];
  let added: Piece[] = [];
  // Spaces between changes that may still turn out to stand before something equal.
  let spaces: Piece[] = [];
  const endChange = () => {
    add('removed', removed);
    add('added', added);
    add('same', spaces);
    [removed, added, spaces] = [[], [], []];
  };
  const change = (from: readonly Piece[], to: readonly Piece[]) => {
    if (from.length + to.length === 0) return;
    for (const piece of [...spaces, ...from]) removed.push(piece);
    for (const piece of [...spaces, ...to]) added.push(piece);
    spaces = [];
  };
  for (const [index, at] of matches) {
    change(before.slice(i, index), after.slice(j, at));
    [i, j] = [index + 1, at + 1];
    const token = after[at];
    if (!token) continue;
    const isSpace = !token.atom && /^[^\S\n]+$/.test(token.text);
    if (isSpace && removed.length + added.length > 0) spaces.push(token);
    else {
      endChange();
      add('same', [token]);
    }
  }
  change(before.slice(i), after.slice(j));
  endChange();
  return groups.filter(({ pieces }) => pieces.length > 0);
}

/** Addresses of links and pictures. */
function detailsOf(pieces: readonly Piece[]): ReadonlySet<string> {
  const shells = pieces.flatMap(({ around, atom }) => (atom ? [...around, atom] : around));
  return new Set(shells.flatMap(({ attribs }) => attribs.href ?? attribs.src ?? []));
}

/**
 * Puts texts into copies of the elements around them.
 * @param others addresses on the other side: what is not seen of a change, such as where a link leads, is said
 */
function nest(pieces: readonly Piece[], others?: ReadonlySet<string>): ChildNode[] {
  const root: ChildNode[] = [];
  let open: { shell: Piece['around'][number]; children: ChildNode[] }[] = [];
  const here = () => open.at(-1)?.children ?? root;
  const close = (depth: number) => {
    while (open.length > depth) {
      const last = open.pop();
      if (!last) return;
      const { shell, children } = last;
      here().push(elementOf(shell, children));
      const { href } = shell.attribs;
      if (others && href !== undefined && !others.has(href)) here().push(note(shortened(href)));
    }
  };
  for (const { text, around, atom } of pieces) {
    const same = around.findIndex((shell, depth) => open[depth]?.shell !== shell);
    close(same === -1 ? around.length : same);
    open = [...open, ...around.slice(open.length).map((shell) => ({ shell, children: [] }))];
    if (!atom) here().push(new Text(text));
    else {
      here().push(elementOf(atom, []));
      const { src, alt, width, height } = atom.attribs;
      const size = width && (height ? `${width} × ${height}` : width);
      const seen = [alt, size].filter(Boolean).join(', ');
      if (src !== undefined && seen && others?.has(src)) here().push(note(seen));
    }
  }
  close(0);
  return root;
}

function mark(
  nodes: ChildNode[],
  kind: Change['kind'],
  { marking, pieces }: { marking: Marking; pieces: readonly Piece[] },
): Element {
  const { words, changes } = marking;
  changes.push({ kind, text: textOf(pieces) });
  const said = [spoken(`[${words[kind]}: `), ...nodes, spoken(']')];
  return withClass(elementAround(kind === 'added' ? 'ins' : 'del', said), 'change');
}

function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, atom }) => {
      if (!atom) return text;
      return atom.name === 'br' ? '\n' : atom.name === 'img' ? `[${atom.attribs.alt ?? ''}]` : '';
    })
    .join('');
}

function spoken(text: string): Element {
  return withClass(elementAround('span', [new Text(text)]), 'visually-hidden');
}

function note(text: string): Element {
  return withClass(elementAround('small', [new Text(` (${text})`)]), 'detail');
}

function withClass(element: Element, name: string): Element {
  element.attribs.class = name;
  return element;
}

function shortened(address: string): string {
  const characters = Array.from(address);
  return characters.length > LONGEST_ADDRESS ? `${characters.slice(0, LONGEST_ADDRESS).join('')}…` : address;
}

export function elementOf({ name, attribs }: Piece['around'][number], children: ChildNode[]): Element {
  const element = elementAround(name, children);
  element.attribs = { ...attribs };
  return element;
}
