import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';
import { parseQuery, type Query } from '../query/query.ts';
import { readBody } from './read-body.ts';

const MEDIA_TYPE = 'application/x-www-form-urlencoded';

/**
 * Reads the fields of an application/x-www-form-urlencoded body (without parameters): the first of repeated fields,
 * none for an empty body. Throws as `readBody` does, and AppError `malformed` where `parseQuery` fails.
 */
export async function readForm(request: IncomingMessage, maximumBytes: number): Promise<Query> {
  const bytes = await readBody(request, { accepts: isForm, expected: MEDIA_TYPE, maximumBytes });
  try {
    return parseQuery(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('malformed', 'The request body is not a form in UTF-8.', { cause });
  }
}

function isForm(contentType: string | undefined): boolean {
  return acceptsExactly(contentType, MEDIA_TYPE);
}

/**
 * Whether an `Accept` header (RFC 9110 §12.5.1) is exactly this media type, ignoring case and outer white space. No
 * header, wildcards, lists and parameters do not match. `mediaType` is lower-case.
 */
export function acceptsExactly(header: string | undefined, mediaType: string): boolean {
  if (header === undefined) {
    return false;
  }
  return header === mediaType || header.trim().toLowerCase() === mediaType;
}
