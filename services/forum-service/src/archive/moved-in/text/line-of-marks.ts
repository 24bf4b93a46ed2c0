import { codeSpan } from './markdown.ts';

/** What stands around a part of a line. A link without an address is its text alone. */
export type Mark =
  | { kind: 'mark'; sign: string }
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

/** A line whose marks stand close to their texts, since Markdown reads none beside a space, and none around nothing. */
export function createLine(): Line {
  let pieces: string[] = [];
  /** One for each element; undefined for a mark within the same mark. */
  const open: (OpenMark | undefined)[] = [];
  const kinds = new Set<string>();

  function add(...added: string[]): void {
    pieces.push(...added.filter((piece) => piece !== ''));
  }

  /** Puts signs around what has been added since a mark was opened. */
  function wrap({ mark, place }: OpenMark): void {
    const content = pieces.splice(place).join('');
    const text = content.trim();
    if (text === '') add(content);
    else {
      const start = content.indexOf(text);
      add(content.slice(0, start), signed(text, mark), content.slice(start + text.length));
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
      const line = pieces.join('').trim();
      pieces = [];
      for (const one of marks) one.place = 0;
      return line;
    },
  };
}

function kindOf(mark: Mark): string {
  return mark.kind === 'mark' ? mark.sign : mark.kind;
}

function signed(text: string, mark: Mark): string {
  if (mark.kind === 'mark') return `${mark.sign}${text}${mark.sign}`;
  if (mark.kind === 'code') return codeSpan(text);
  if (mark.kind === 'mention') return text.startsWith('@') ? text : `@${text}`;
  return mark.address === undefined ? text : `[${text}](${mark.address})`;
}
