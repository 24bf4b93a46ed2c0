import type { KindOf } from '../../model/media-kind.ts';
import { checkLine } from './check-line.ts';
import { type DialogReading, readDialog } from './read-dialog.ts';
import type { ArchiveReading } from './read-post.ts';
import { refuse } from './refuse.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

export interface LineReading extends Omit<ArchiveReading, 'kindOf'> {
  /** Finds the kinds of the links in these texts. */
  kindsOf(texts: readonly string[]): Promise<KindOf>;
}

/** Parses, validates and renders a line of an archive. @throws AppError `invalid` with the first error */
export async function readLine(bytes: Uint8Array, reading: LineReading): Promise<DialogReading> {
  const line = checkLine(parse(decode(bytes)));
  const kindOf = await reading.kindsOf([line, ...(line.comments ?? [])].flatMap(textOf));
  return readDialog(line, { ...reading, kindOf });
}

/** A comment may still be anything. */
function textOf(post: unknown): string[] {
  const { text } = Object(post) as { text?: unknown };
  return typeof text === 'string' ? [text] : [];
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return refuse('', 'not UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('', 'not JSON');
  }
}
