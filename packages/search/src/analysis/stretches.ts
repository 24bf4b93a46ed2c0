import type { MayBegin } from './beginnings.ts';
import type { Span } from './tokens.ts';

/** Some words of a text and what stands between them. */
export interface Stretch extends Span {
  /** Whether one of them may be sought. */
  readonly promising: boolean;
}

/** What a character is. */
const SIGN = 0;
const WHITE_SPACE = 1;
/** A letter or digit that begins a word only where none stands before it. */
const IN_WORD = 2;
/** One that may begin a word wherever it stands: a capital, and what is not looked into. */
const ANYWHERE = 3;

const KINDS = Uint8Array.from({ length: 256 }, (_, unit) => kindOf(String.fromCharCode(unit)));

function kindOf(character: string): number {
  if (/[a-z0-9\u00DF-\u00F6\u00F8-\u00FF]/.test(character)) return IN_WORD;
  if (/[A-Z\u0080-\u00FF]/.test(character)) return ANYWHERE;
  return /\s/.test(character) ? WHITE_SPACE : SIGN;
}

/**
 * The stretches of a text that hold words, each as long as can be. They end at white space (of ASCII), which is in no token,
 * so that each can be read by itself. Only the beginnings of words are looked at; signs before a name (`.NET`) are none, since
 * the name has a part that begins behind them.
 */
export function stretchesOf(text: string, mayBegin: MayBegin): Stretch[] {
  const stretches: Stretch[] = [];
  let last: { start: number; end: number; promising: boolean } | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const start = index;
    let hasWord = false;
    let promising = false;
    let before = WHITE_SPACE;
    for (; index < text.length; index += 1) {
      const kind = KINDS[text.charCodeAt(index)] ?? ANYWHERE;
      if (kind === IN_WORD && before === IN_WORD) continue;
      if (kind === WHITE_SPACE) break;
      if (kind !== SIGN) {
        hasWord = true;
        promising ||= mayBegin(text, index);
      }
      before = kind === SIGN ? SIGN : IN_WORD;
    }
    if (!hasWord) continue;
    if (last?.promising === promising) last.end = index;
    else {
      last = { start, end: index, promising };
      stretches.push(last);
    }
  }
  return stretches;
}
