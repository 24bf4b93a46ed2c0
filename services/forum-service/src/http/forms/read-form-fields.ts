import type { IncomingMessage } from 'node:http';
import { type BodyRule, parseQuery, readBody } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import { isMediaType, MULTIPART } from '../content-type.ts';
import { LARGEST_POST } from '../submission.ts';

/** What a form says, by the names of its fields; of repeated ones the first. */
export type FormFields = ReadonlyMap<string, string>;

/** What browsers send forms as. */
export const FORM_TYPES = ['application/x-www-form-urlencoded', MULTIPART] as const;

const BODY: BodyRule = { accepts: isForm, expected: FORM_TYPES.join('" or "'), maximumBytes: LARGEST_POST };

/** More than any form has. */
const MOST_FIELDS = 200;
/** Longer than the name of any field, in UTF-16. */
const LONGEST_NAME = 200;

/** Whether a `Content-Type` is that of a form. */
export function isForm(contentType: string | undefined): boolean {
  return FORM_TYPES.some((type) => isMediaType(contentType, type));
}

/**
 * Reads the form that a request brings; one without a body has no fields.
 * @throws AppError what `readBody` throws, and `malformed` for what is no form in UTF-8, brings a file or far too much
 */
export async function readFormFields(request: IncomingMessage): Promise<FormFields> {
  const bytes = await readBody(request, BODY);
  if (!bytes) return new Map();
  const fields = new Map<string, string>();
  const sent = Array.from(await parse(bytes, request.headers['content-type']));
  if (sent.length > MOST_FIELDS) throw notRead();
  for (const [name, value] of sent) {
    if (typeof value !== 'string' || name.length > LONGEST_NAME) throw notRead();
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** Strictly: another character set is an error, and not a text full of replacement characters. */
async function parse(bytes: Uint8Array, contentType = ''): Promise<Iterable<readonly [string, unknown]>> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isMediaType(contentType, MULTIPART)
      ? await parseMultipart(text, contentType)
      : parseQuery(text).entries();
  } catch (cause) {
    throw notRead(cause);
  }
}

/**
 * RFC 7578, by the parser that the platform has for it. It wants a body as a whole, which is why servers are advised
 * against it; what is read here is whole already, and never more than 256 kB.
 */
function parseMultipart(text: string, contentType: string): Promise<FormData> {
  return new Response(text, { headers: { 'Content-Type': contentType } }).formData();
}

function notRead(cause?: unknown): AppError {
  return new AppError('malformed', 'The request body is no form that can be read.', { cause });
}
