import type { Notation } from './notation.ts';
import type { ShortContent } from './record.ts';

const LONGEST_NAME = 128;
const NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*|\[(0|[1-9][0-9]{0,9})\])*$/;

/** ECMAScript 2026 §12.7.2, including words reserved in strict mode and literals. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/**
 * Whether a JSONP callback may have this name: identifiers and array indices separated by dots, the first not a reserved
 * word.
 */
export function isCallbackName(text: string): boolean {
  if (text.length > LONGEST_NAME || !NAME.test(text)) return false;
  return !RESERVED.has(text.split(/[.[]/)[0] ?? '');
}

/**
 * Calls the callback with the answer. The leading comment prevents content sniffing of the name (Rosetta Flash); U+2028
 * and U+2029 end lines in old browsers' scripts.
 */
export function jsonpNotation(callback: string): Notation {
  const [begin, end] = [`/**/${callback}(`, ');'];
  return {
    mediaType: 'application/javascript; charset=utf-8',
    whole: (content) => begin + scriptOf(content) + end,
    begin: `${begin}[`,
    between: ',',
    end: `]${end}`,
    item: scriptOf,
  };
}

function scriptOf(content: ShortContent): string {
  return JSON.stringify(content).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
