import { AppError } from '@guidepost/service-kit';
import { describePosition, longestGoodPrefix } from './decode.ts';

/** @throws AppError `invalid` with line and column */
export function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const offset = longestGoodPrefix(text.length, (length) => isPrefixOfJson(text.slice(0, length)));
    const mistake = offset === text.length ? 'truncated JSON' : 'invalid JSON';
    const message = `${place}: ${mistake} at ${describePosition(text, offset)}`;
    throw new AppError('invalid', message, { cause });
  }
}

/** Whether the text is truncated; V8 says so in every message, but gives the position only in some. */
function isPrefixOfJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/^(?:Unexpected end|Unterminated string)/.test(message)) return true;
    return Number(/ at position (\d+)/.exec(message)?.[1] ?? -1) >= text.length;
  }
}
