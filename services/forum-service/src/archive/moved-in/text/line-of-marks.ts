import { codeSpan } from './markdown.ts';

/** The marks around a part of a line. A link without an address is its text alone. */
export type Mark =
  | { kind: 'emphasis'; sign: string }
  | { kind: 'link'; address: string | undefined }
  | { kind: 'mention' }
  | { kind: 'code' };

export interface Line {
  /** Adds Markdown; within code, the code. */
  text(added: string): void;
  open(mark: Mark): void;
  /** Closes the mark that was opened last. */
  close(): void;
  isCode(): boolean;
  /** The line, after which marks that are open begin again. Empty if it has no text. */
  end(): string;
}

interface OpenMark {
  mark: Mark;
  /** Where its content begins. */
  place: number;
}

/** Markdown, or what is emphasized. */
type Piece = string | { sign: string; text: string };

/** A line whose marks stand where Markdown reads them: close to their texts, and around something. */
export function createLine(): Line {
  let pieces: Piece[] = [];
  /** One for each element; undefined for a mark within the same mark. */
  const open: (OpenMark | undefined)[] = [];
  const kinds = new Set<string>();

  function add(...added: Piece[]): void {
    pieces.push(...added.filter((piece) => piece !== ''));
  }

  /** Puts a mark around what has been added since it was opened. */
  function wrap({ mark, place }: OpenMark): void {
    const content = joined(pieces.splice(place));
    const text = content.trim();
    if (text === '') add(content);
    else {
      const start = content.indexOf(text);
      add(content.slice(0, start), marked(text, mark), content.slice(start + text.length));
    }
  }

  return {
    text: (added) => add(pieces.length === 0 ? added.trimStart() : added),
    open(mark) {
      const kind = kindOf(mark);
      open.push(kinds.has(kind) ? undefined : { mark, place: pieces.length });
      kinds.add(kind);
    },
    close() {
      const last = open.pop();
      if (!last) return;
      kinds.delete(kindOf(last.mark));
      wrap(last);
    },
    isCode: () => kinds.has('code'),
    end() {
      const marks = open.filter((one) => one !== undefined);
      for (const one of marks.toReversed()) wrap(one);
      const line = joined(pieces).trim();
      pieces = [];
      for (const one of marks) one.place = 0;
      return line;
    },
  };
}

function kindOf(mark: Mark): string {
  return mark.kind === 'emphasis' ? mark.sign : mark.kind;
}

function marked(text: string, mark: Mark): Piece {
  if (mark.kind === 'emphasis') return { sign: mark.sign, text };
  if (mark.kind === 'code') return codeSpan(text);
  if (mark.kind === 'mention') return text.startsWith('@') ? text : `@${text}`;
  return mark.address === undefined ? text : `[${text}](${mark.address})`;
}

/** Emphasis that follows the same emphasis goes on with it. */
function joined(pieces: readonly Piece[]): string {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'object' && typeof last === 'object' && last.sign === piece.sign)
      last.text += piece.text;
    else merged.push(typeof piece === 'object' ? { ...piece } : piece);
  }
  let before = '';
  const parts = merged.map((piece, place) => {
    const part = typeof piece === 'string' ? piece : emphasized(piece, before, startOf(merged[place + 1]));
    before = part.slice(-1);
    return part;
  });
  return parts.join('');
}

function startOf(piece: Piece | undefined): string {
  return typeof piece === 'object' ? piece.sign : String.fromCodePoint(piece?.codePointAt(0) ?? 0x20);
}

/**
 * Markdown reads no sign between a word and a punctuation mark that is emphasized, so that such marks go outside:
 * `**Note**:see`. A space keeps others apart.
 */
function emphasized({ sign, text }: { sign: string; text: string }, before: string, after: string): string {
  let [start, end] = [0, text.length];
  const isQuoted = QUOTED.test(text.charAt(0) + text.slice(-1)) && (isWord(before) || isWord(after));
  if (isQuoted || isWord(before)) while (start < end && MOVABLE.test(text.charAt(start))) start += 1;
  if (isQuoted || isWord(after)) while (start < end && MOVABLE.test(text.charAt(end - 1))) end -= 1;
  const inner = text.slice(start, end);
  if (inner === '') return text;
  const spaceBefore = start === 0 && isWord(before) && !isWord(inner.charAt(0)) ? ' ' : '';
  const spaceAfter = end === text.length && isWord(after) && !isWord(inner.slice(-1)) ? ' ' : '';
  return `${text.slice(0, start)}${spaceBefore}${sign}${inner}${sign}${spaceAfter}${text.slice(end)}`;
}

/** The first and the last character of what is in quotation marks or brackets. */
const QUOTED = /^(?:""|''|[\p{Ps}\p{Pi}\p{Pf}][\p{Pe}\p{Pf}\p{Pi}])$/u;

/** Punctuation that is no part of Markdown, and spaces behind it. */
const MOVABLE = /^(?![\\`*[\]()<>])[\s\p{P}\p{S}]$/u;

function isWord(character: string): boolean {
  return /^[^\s\p{P}\p{S}]/u.test(character);
}
