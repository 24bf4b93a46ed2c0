import type { FileHandle } from 'node:fs/promises';
import { readAt } from './file-bytes.ts';

const BATCH_SIZE = 65_536;

/** Control characters except line breaks, tabs and form feeds. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;

/** Error code of `TextDecoder`. */
const NO_UTF_8 = 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** The start of HTML, XML or SVG, after invisible characters. */
const MARKUP = /^\s*<(?:[!?/]|[a-z][\w:-]*[\s/>])/i;

const SEPARATORS = [',', ';', '\t'];

/** Whether the whole file is UTF-8 text without control characters. */
export async function isPlainText(file: FileHandle): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let position = 0; ; ) {
      const bytes = await readAt(file, position, BATCH_SIZE);
      const isEnd = bytes.length === 0;
      if (CONTROL.test(decoder.decode(bytes, { stream: !isEnd }))) return false;
      if (isEnd) return true;
      position += bytes.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === NO_UTF_8) return false;
    throw error;
  }
}

/** Whether browsers or XML parsers might take a text for markup. */
export function isMarkup(text: string): boolean {
  return MARKUP.test(text);
}

/**
 * Whether a text is a table: at least two rows with the same number of fields, at least two.
 * @param text whole rows; anything after the last line break is ignored
 */
export function isCsv(text: string): boolean {
  return SEPARATORS.some((separator) => {
    const [first = 0, ...others] = countSeparators(text, separator);
    return first > 0 && others.length > 0 && others.every((count) => count === first);
  });
}

/** Per row, ignoring separators inside quotes and before a space, which occur in sentences. */
function countSeparators(text: string, separator: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '"') quoted = !quoted;
    if (quoted) continue;
    if (sign === separator && text[index + 1] !== ' ') count += 1;
    if (sign === '\n') {
      counts.push(count);
      count = 0;
    }
  }
  return counts;
}
