import type { NextBeginning } from './beginnings.ts';
import type { Span } from './tokens.ts';

/** Some words of a text and what stands between them. */
export interface Stretch extends Span {
  /** Whether one of them may be sought. */
  readonly promising: boolean;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * The stretches of a text that hold words, each as long as can be. They end at white space (of ASCII), which is in no token,
 * so that each can be read by itself.
 */
export function stretchesOf(text: string, nextBeginning: NextBeginning): Stretch[] {
  const stretches: Stretch[] = [];
  let promising: { start: number; end: number; promising: true } | undefined;
  let end = 0;
  for (let place = nextBeginning(0); place < text.length; place = nextBeginning(end)) {
    const start = startAround(place, text);
    const passedOver = hasWord(text, end, start);
    if (passedOver) stretches.push({ start: end, end: start, promising: false });
    end = endAround(place, text);
    if (promising && !passedOver) promising.end = end;
    else {
      promising = { start, end, promising: true };
      stretches.push(promising);
    }
  }
  if (hasWord(text, end, text.length)) stretches.push({ start: end, end: text.length, promising: false });
  return stretches;
}

function hasWord(text: string, from: number, to: number): boolean {
  return LETTER_OR_DIGIT.test(text.slice(from, to));
}

function startAround(place: number, text: string): number {
  let start = place;
  while (start > 0 && !isWhiteSpace(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function endAround(place: number, text: string): number {
  let end = place + 1;
  while (end < text.length && !isWhiteSpace(text.charCodeAt(end))) end += 1;
  return end;
}

/** Of ASCII. */
function isWhiteSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}
