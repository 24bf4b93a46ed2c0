import type { Notation } from './notation.ts';
import type { WrittenAtOnce } from './record.ts';

const LONGEST_NAME = 128;
const NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*|\[(0|[1-9][0-9]{0,9})\])*$/;

/** ECMAScript 2026 §12.7.2, with those that are reserved in strict code and the literals that look like names. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/**
 * Whether a function can be called by this name: identifiers and array indices, dots between them, the first no
 * reserved word. What else a browser might run is refused rather than escaped.
 */
export function isCallbackName(text: string): boolean {
  if (text.length > LONGEST_NAME || !NAME.test(text)) return false;
  return !RESERVED.has(text.split(/[.[]/)[0] ?? '');
}

/**
 * A script that calls the function with the answer. The comment in front keeps the name from being the first bytes of
 * something else (Rosetta Flash); U+2028 and U+2029 end lines in scripts of old browsers.
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

function scriptOf(content: WrittenAtOnce): string {
  return JSON.stringify(content).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
