import type { IncomingMessage } from 'node:http';
import { type BodyRule, parseQuery, readBody } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import { FORM_TYPES, isForm, isMediaType, MULTIPART } from '../content-type.ts';
import { LARGEST_POST } from '../read-submission.ts';

export type FormFields = ReadonlyMap<string, string>;

const BODY: BodyRule = { accepts: isForm, expected: FORM_TYPES.join('" or "'), maximumBytes: LARGEST_POST };

const MAX_FIELDS = 200;
/** Longer than any field name, in UTF-16 units. */
const LONGEST_NAME = 200;

/**
 * Reads a posted form; without a body it has no fields.
 * @throws AppError as `readBody` does, and `malformed` for a body that is not a UTF-8 form, contains a file, or has too
 * many fields
 */
export async function readFormFields(request: IncomingMessage): Promise<FormFields> {
  const bytes = await readBody(request, BODY);
  if (!bytes) return new Map();
  const fields = new Map<string, string>();
  const sent = Array.from(await parse(bytes, request.headers['content-type']));
  if (sent.length > MAX_FIELDS) throw notRead();
  for (const [name, value] of sent) {
    if (typeof value !== 'string' || name.length > LONGEST_NAME) throw notRead();
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** Strict: other character sets are an error. */
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

/** RFC 7578, by the platform's own parser. It needs the whole body in memory, which is fine for at most 256 kB. */
function parseMultipart(text: string, contentType: string): Promise<FormData> {
  return new Response(text, { headers: { 'Content-Type': contentType } }).formData();
}

function notRead(cause?: unknown): AppError {
  return new AppError('malformed', 'The request body is not a valid form.', { cause });
}
