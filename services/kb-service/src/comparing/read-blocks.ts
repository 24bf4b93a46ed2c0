import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { shortAddress } from '../cleaning/addresses.ts';

/** An element without its content. */
export interface Shell {
  name: string;
  attribs: Readonly<Record<string, string>>;
  /** Equal for elements that differ at most in their IDs. */
  key: number;
}

/** A text, or an element such as an image, with the elements around it in its block. */
export interface Piece {
  text: string;
  around: readonly Shell[];
  atom?: Shell;
}

/** Text between the boundaries of blocks. */
export interface Run {
  kind: 'run';
  key: number;
  pieces: readonly Piece[];
}

/** A paragraph, a list, a cell … */
export interface Part {
  kind: 'part';
  key: number;
  shell: Shell;
  children: readonly Block[];
}

/** Blocks with equal keys look the same to readers. */
export type Block = Run | Part;

const words = (list: string) => new Set(list.split(/\s+/));

const INLINE =
  words(`a abbr audio b bdi bdo br cite code del dfn em i iframe img input ins kbd label mark q rp rt ruby s
  samp small span strong sub sup time u var video wbr`);

const ATOMS = words('br img input wbr');

/** Shown as links to what they play. */
const PLAYERS = words('audio iframe video');

const SPACE = /[ \t\n\f\r]+/g;

/** Scripts that do not separate words. */
const JOINED = 'Han Hiragana Katakana Khmer Lao Myanmar Thai'.replace(/(\w+) ?/g, '\\p{sc=$1}');

/** Words, or single characters of scripts that do not separate them; white space; any other character. */
export const TOKEN = new RegExp(`[${JOINED}]|[[\\p{L}\\p{M}\\p{N}]--[${JOINED}]]+|\\n|[^\\S\\n]+|.`, 'gsv');

/** A number for each different text. */
export function createKeys(): (text: string) => number {
  const keys = new Map<string, number>();
  return (text) => {
    const known = keys.get(text) ?? keys.size;
    keys.set(text, known);
    return known;
  };
}

/** Reads clean content as blocks. Those of two documents can be compared if both are read with the same keys. */
export function readBlocks(root: ParentNode, keyOf: (text: string) => number): Block[] {
  const withBlocks = findWithBlocks(root);

  const shellOf = ({ name, attribs }: Pick<Element, 'name' | 'attribs'>): Shell => {
    // Places to link to are not seen, and must be there once.
    const { id: _id, ...seen } = attribs;
    return { name, attribs: seen, key: keyOf(`<${name} ${JSON.stringify(seen)}`) };
  };

  const piecesOf = (node: ChildNode, around: readonly Shell[], isProgram: boolean): Piece[] => {
    if (isText(node)) {
      const text = isProgram ? node.data.replaceAll('\r\n', '\n') : node.data.replace(SPACE, ' ');
      return text === '' ? [] : [{ text, around }];
    }
    if (!isTag(node)) return [];
    if (ATOMS.has(node.name)) return [{ text: '', around, atom: shellOf(node) }];
    if (PLAYERS.has(node.name)) return linkTo(node, around);
    const within = [...around, shellOf(node)];
    return node.children.flatMap((child) => piecesOf(child, within, isProgram));
  };

  const linkTo = (player: Element, around: readonly Shell[]): Piece[] => {
    const source = player.children.find((child) => isTag(child) && child.name === 'source');
    const href = player.attribs.src ?? (source && isTag(source) ? source.attribs.src : undefined);
    const url = URL.parse(href ?? '');
    if (href === undefined || !url) return [];
    const link = { name: 'a', attribs: { href } };
    return [{ text: shortAddress(url), around: [...around, shellOf(link)] }];
  };

  const runOf = (nodes: readonly ChildNode[], isProgram: boolean): Run[] => {
    const read = nodes.flatMap((node) => piecesOf(node, [], isProgram));
    const pieces = isProgram ? read : trim(read);
    if (!pieces.some(({ text, atom }) => text !== '' || atom)) return [];
    return [{ kind: 'run', key: keyOf(JSON.stringify(pieces.map(keyedPiece))), pieces }];
  };

  const blocksOf = (parent: ParentNode, isProgram: boolean): Block[] => {
    const blocks: Block[] = [];
    let inline: ChildNode[] = [];
    const endRun = () => {
      blocks.push(...runOf(inline, isProgram));
      inline = [];
    };
    for (const child of parent.children) {
      if (!isTag(child) || (INLINE.has(child.name) && !withBlocks.has(child))) {
        inline.push(child);
        continue;
      }
      endRun();
      const shell = shellOf(child);
      const children = blocksOf(child, isProgram || child.name === 'pre');
      const key = keyOf(`${shell.key}:${children.map((block) => block.key)}`);
      blocks.push({ kind: 'part', key, shell, children });
    }
    endRun();
    return blocks;
  };

  return blocksOf(root, false);
}

/** Elements such as links that contain paragraphs. */
function findWithBlocks(root: ParentNode): ReadonlySet<Element> {
  const found = new Set<Element>();
  const look = (element: Element): boolean => {
    let hasBlocks = false;
    for (const child of element.children) {
      if (isTag(child) && look(child)) hasBlocks = true;
    }
    if (hasBlocks) found.add(element);
    return hasBlocks || !INLINE.has(element.name);
  };
  for (const child of root.children) if (isTag(child)) look(child);
  return found;
}

/** Without the white space at its ends, which browsers do not show. */
function trim(pieces: readonly Piece[]): Piece[] {
  const isBlank = ({ text, atom }: Piece) => !atom && text.trim() === '';
  const first = pieces.findIndex((piece) => !isBlank(piece));
  const last = pieces.findLastIndex((piece) => !isBlank(piece));
  return pieces.slice(first === -1 ? pieces.length : first, last + 1).map((piece, index, kept) => {
    const start = index === 0 ? piece.text.replace(/^ /, '') : piece.text;
    return { ...piece, text: index === kept.length - 1 ? start.replace(/ $/, '') : start };
  });
}

function keyedPiece({ text, around, atom }: Piece): unknown[] {
  return [text, atom?.key, around.map(({ key }) => key)];
}
