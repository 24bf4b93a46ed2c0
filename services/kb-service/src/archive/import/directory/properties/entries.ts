import { AppError } from '@guidepost/service-kit';
import type { Value } from '../../value.ts';

/** A key with its value, and its line in the file. */
export interface Entry {
  key: string;
  value: Value;
  line: number;
  /** Why the value cannot be read, if only it is invalid. */
  mistake?: string | undefined;
  /** Words that look like keys in such a value. */
  swallowed?: string[];
}

/** The text of properties in a file. */
export interface PropertyText {
  text: string;
  place: string;
  /** Lines of the file before the text. */
  linesAbove: number;
  part: 'the front matter' | 'the file';
}

export interface Mistake {
  line: number;
  message: string;
}

const MAX_LENGTH = 20_000;
const MAX_DEPTH = 50;

/** Refuses text that would keep a parser busy. @throws AppError `invalid` */
export function refuseTooLarge({ text, place, part }: PropertyText): void {
  if (text.length > MAX_LENGTH || depthOf(text) > MAX_DEPTH) {
    throw new AppError('invalid', `${place}: line 1: ${part} is too large`);
  }
}

export function invalidProperties(place: string, mistakes: readonly Mistake[]): AppError {
  const problems = mistakes.map(({ line, message }) => `${place}: line ${line}: ${message}`);
  return new AppError('invalid', problems.join('\n'));
}

/** The maximum depth by brackets and indentation, checked before the recursive parser runs. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  const dashes = /^[ \t]*(?:[-?:][ \t]+)+/gm;
  const steps = (text.match(dashes) ?? []).map((run) => run.replace(/[ \t]/g, '').length);
  return Math.max(deepest, ...steps);
}
