import type { IncomingMessage } from 'node:http';
import { type BodyRule, readBody } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import { charsetOf, FORM_TYPES, isForm, isOfType, LARGEST_POST, MULTIPART } from '../content-type.ts';
import { decodeFields } from './form-charset.ts';

export type FormFields = ReadonlyMap<string, string>;

const BODY: BodyRule = { accepts: isForm, expected: FORM_TYPES.join('" or "'), maximumBytes: LARGEST_POST };

const MAX_FIELDS = 200;
/** Longer than any field name, in UTF-16 units. */
const LONGEST_NAME = 200;

/**
 * Reads a posted form; without a body it has no fields.
 * @param language of the forum, which tells what a page is likely to be in if not in UTF-8
 * @throws AppError as `readBody` does, and `malformed` for a body that is not a form, contains a file, or has too many
 * fields
 */
export async function readFormFields(request: IncomingMessage, language: string): Promise<FormFields> {
  const bytes = await readBody(request, BODY);
  if (!bytes) return new Map();
  const body = bytes.toString('latin1');
  const contentType = request.headers['content-type'] ?? '';
  const raw: [name: string, value: string][] = [];
  for (const [name, value] of await parse(body, contentType)) {
    if (typeof value !== 'string' || name.length > LONGEST_NAME || raw.length === MAX_FIELDS) throw notRead();
    raw.push([name, value]);
  }
  const declared = charsetOfParts(body, contentType) ?? charsetOf(contentType);
  const fields = new Map<string, string>();
  for (const [name, value] of decodeFields(raw, { declared, language }))
    if (name !== '' && !fields.has(name)) fields.set(name, value);
  return fields;
}

/** @param body each character is a byte, as in the names and values of the result */
async function parse(body: string, contentType: string): Promise<Iterable<readonly [string, unknown]>> {
  try {
    return isOfType(contentType, MULTIPART) ? await parseMultipart(body, contentType) : parseUrlencoded(body);
  } catch (cause) {
    throw notRead(cause);
  }
}

/** WHATWG URL §5.1, but strict: nothing sends a `%` that is none. */
function parseUrlencoded(body: string): [name: string, value: string][] {
  if (body.includes('\0')) throw notRead();
  return body.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=').map(percentDecode);
    return [name, value.join('=')];
  });
}

function percentDecode(text: string): string {
  return text.replaceAll('+', ' ').replace(/%(.{0,2})/gs, (_, digits: string) => {
    if (!/^[\da-f]{2}$/i.test(digits)) throw notRead();
    return String.fromCharCode(Number.parseInt(digits, 16));
  });
}

/** RFC 7578, by the platform's own parser. It needs the whole body in memory, which is fine for at most 256 kB. */
function parseMultipart(body: string, contentType: string): Promise<FormData> {
  return new Response(body, { headers: { 'Content-Type': contentType } }).formData();
}

/** That of the first part that has one (RFC 7578 §4.5). */
function charsetOfParts(body: string, contentType: string): string | undefined {
  const boundary = /;\s*boundary="?([^";]+)/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  for (const part of body.split(`--${boundary.trim()}`)) {
    const [head = ''] = part.split('\r\n\r\n', 1);
    const charset = charsetOf(/^content-type:[^\r\n]*/im.exec(head)?.[0]);
    if (charset) return charset;
  }
  return undefined;
}

function notRead(cause?: unknown): AppError {
  return new AppError('malformed', 'The request body is not a valid form.', { cause });
}
