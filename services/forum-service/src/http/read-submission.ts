import type { IncomingMessage } from 'node:http';
import { type BodyRule, parseJson, readBody } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Submission } from '../posts/submission.ts';
import { isMediaType } from './content-type.ts';

/** Bytes. */
export const LARGEST_POST = 256_000;

const JSON_BODY: BodyRule = {
  accepts: (contentType) => isMediaType(contentType, 'application/json'),
  expected: 'application/json',
  maximumBytes: LARGEST_POST,
};

/** Reads a JSON post. @throws AppError as {@link readChanges} does */
export async function readSubmission(request: IncomingMessage): Promise<Submission> {
  const sent = [...(await readChanges(request))].filter(([, value]) => value !== null);
  return { fields: new Map(sent), fromProgram: true };
}

/** Reads the members of a JSON object, nulls included. @throws AppError as `readBody` does, and `malformed` for anything but a JSON object */
export async function readChanges(request: IncomingMessage): Promise<Map<string, unknown>> {
  const bytes = await readBody(request, JSON_BODY);
  const parsed = bytes && parseJson(bytes);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new AppError('malformed', 'The request body is not a JSON object.');
  }
  return new Map(Object.entries(parsed));
}
