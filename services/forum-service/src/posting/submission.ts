import type { IncomingMessage } from 'node:http';
import { type BodyRule, parseJson, readBody } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';

/** What was sent to be posted, wherever it came from, before anything in it is judged. */
export interface Submission {
  /** By name. What says nothing, `null`, is left out. Names are only ever keys of a Map, `__proto__` as any other. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** Whether whoever sent it is a program, and should be told of names that mean nothing here. */
  readonly fromProgram: boolean;
}

const BODY: BodyRule = { accepts: isJson, expected: 'application/json', maximumBytes: 256_000 };

/**
 * Reads a request's body.
 * @throws AppError what `readBody` throws, and `malformed` for what is no JSON object
 */
export async function readSubmission(request: IncomingMessage): Promise<Submission> {
  const bytes = await readBody(request, BODY);
  const parsed = bytes && parseJson(bytes);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new AppError('malformed', 'The request body is no JSON object.');
  }
  const said = Object.entries(parsed).filter(([, value]) => value !== null);
  return { fields: new Map(said), fromProgram: true };
}

/** `application/json` in any letter case; of parameters only a charset matters, which can be nothing but UTF-8. */
function isJson(contentType = ''): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every(isHarmless);
}

function isHarmless(parameter: string): boolean {
  return !parameter.startsWith('charset') || /^charset="?utf-?8"?$/.test(parameter);
}
