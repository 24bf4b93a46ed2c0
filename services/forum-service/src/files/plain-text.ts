import type { FileHandle } from 'node:fs/promises';
import { readAt } from './file-bytes.ts';

/** Bytes. */
const AT_ONCE = 65_536;

/** But line breaks, tabs and form feeds. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;

/** What a decoder says. */
const NO_UTF_8 = 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** How HTML, XML and SVG begin, whatever is in front of it that nobody sees. */
const MARKUP = /^\s*<(?:[!?/]|[a-z][\w:-]*[\s/>])/i;

const SEPARATORS = [',', ';', '\t'];

/** Whether a file is text in UTF-8 from its beginning to its end, without control characters. */
export async function isPlainText(file: FileHandle): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let position = 0; ; ) {
      const bytes = await readAt(file, position, AT_ONCE);
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

/** Whether a text is what browsers and readers of XML would take for theirs. */
export function isMarkup(text: string): boolean {
  return MARKUP.test(text);
}

/**
 * Whether a text is a table: two rows or more, all with as many fields, of which there are two or more.
 *
 * @param text whole rows; what follows the last line break does not count
 */
export function isCsv(text: string): boolean {
  return SEPARATORS.some((separator) => {
    const [first = 0, ...others] = countSeparators(text, separator);
    return first > 0 && others.length > 0 && others.every((count) => count === first);
  });
}

/** Of each row, but for those in quotation marks and those before a space, which stand in sentences. */
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
