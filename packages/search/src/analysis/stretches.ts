import type { MayBegin } from './beginnings.ts';
import type { Span } from './tokens.ts';

/** Some words of a text and what stands between them. */
export interface Stretch extends Span {
  /** Whether one of them may be sought. */
  readonly promising: boolean;
}

/** What a character is, as bits. */
const SIGN = 0;
const WHITE_SPACE = 1;
const IN_WORD = 2;
/** It may also begin a word directly behind another one: a capital, and what we do not look into. */
const ANYWHERE = 4;

const KINDS = Uint8Array.from({ length: 256 }, (_, unit) => kindOf(String.fromCharCode(unit)));
const LINE_FEED = 10;

function kindOf(character: string): number {
  if (/[a-z0-9\u00DF-\u00F6\u00F8-\u00FF]/.test(character)) return IN_WORD;
  if (/[A-Z\u0080-\u00FF]/.test(character)) return IN_WORD | ANYWHERE;
  return /\s/.test(character) ? WHITE_SPACE : SIGN;
}

/**
 * The stretches of a text that hold words, each as long as can be. They end at white space (of ASCII), which is in no token,
 * so that each can be read by itself. Only the beginnings of words are looked at; signs before a name (`.NET`) are none, since
 * the name has a part that begins behind them.
 */
export function stretchesOf(text: string, mayBegin: MayBegin): Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  let hasWord = false;
  let promising = false;
  let before = WHITE_SPACE;
  for (let index = 0; index <= text.length; index += 1) {
    const unit = index < text.length ? text.charCodeAt(index) : LINE_FEED;
    const kind = KINDS[unit] ?? IN_WORD | ANYWHERE;
    if (kind === WHITE_SPACE) {
      if (hasWord) addStretch(stretches, { start, end: index, promising });
      start = index + 1;
      hasWord = false;
      promising = false;
    } else if (kind !== SIGN) {
      const isBeginning = before !== IN_WORD || kind !== IN_WORD;
      hasWord = true;
      promising ||= isBeginning && mayBegin(text, index);
    }
    before = kind & ~ANYWHERE;
  }
  return stretches;
}

/** Adds a stretch, or what it adds to the one before. */
function addStretch(stretches: Stretch[], stretch: Stretch): void {
  const last = stretches.at(-1);
  if (last?.promising !== stretch.promising) stretches.push(stretch);
  else stretches[stretches.length - 1] = { ...stretch, start: last.start };
}
