import type { IncomingMessage } from 'node:http';
import { AppError } from '@guidepost/service-kit';
import { parseQuery, type Query } from '../query.ts';
import { type BodyRule, readBeginning, readBody } from './read-body.ts';

const MEDIA_TYPE = 'application/x-www-form-urlencoded';

/**
 * Reads the fields of an application/x-www-form-urlencoded body in UTF-8: the first of repeated fields, none for an
 * empty body. Throws as `readBody` does, and AppError `malformed` where `parseQuery` fails.
 */
export async function readForm(request: IncomingMessage, maximumBytes: number): Promise<Query> {
  const bytes = await readBody(request, { accepts: isForm, expected: MEDIA_TYPE, maximumBytes });
  try {
    return parseQuery(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('malformed', 'The request body is not a form in UTF-8.', { cause });
  }
}

/** `fetch` names the charset of `URLSearchParams`, forms of pages do not. */
function isForm(contentType: string | undefined): boolean {
  return acceptsExactly(contentType?.replace(/; ?charset=utf-8$/i, ''), MEDIA_TYPE);
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

/** A file of a form. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

export interface MultipartForm {
  form: Query;
  /** By field, in the order in which they were chosen. */
  files: ReadonlyMap<string, readonly UploadedFile[]>;
  /** Whether it was too large, and these are the parts that came first. */
  isCut?: boolean;
}

export function isMultipart({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') === true;
}

interface MultipartLimits extends Pick<BodyRule, 'maximumBytes' | 'arrival'> {
  /** Bytes of a form that is too large which are read nevertheless, so that typed text is not lost; default none. */
  beginning?: number | undefined;
}

/**
 * Reads a form with files (RFC 7578) by the platform's own parser, which needs the whole body in memory.
 * @throws AppError as `readBody` does, and `malformed`; not `too-large` with a `beginning`
 */
export async function readMultipart(
  request: IncomingMessage,
  { beginning, ...limits }: MultipartLimits,
): Promise<MultipartForm> {
  const type = request.headers['content-type'] ?? '';
  const rule = { accepts: () => isMultipart(request), expected: 'multipart/form-data', ...limits };
  if (beginning === undefined) return formOf((await readBody(request, rule)) ?? Buffer.alloc(0), type);
  const { bytes, isCut } = await readBeginning(request, { ...rule, beginning });
  return isCut ? { ...(await formOf(wholeParts(bytes, type), type)), isCut } : formOf(bytes, type);
}

/** The beginning of a form, up to the end of the last part that has arrived whole. */
function wholeParts(bytes: Buffer<ArrayBuffer>, type: string): Buffer<ArrayBuffer> {
  const [, quoted, plain] = /; ?boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const delimiter = `--${quoted ?? plain}`;
  const end = bytes.lastIndexOf(`\r\n${delimiter}\r\n`);
  return Buffer.concat([bytes.subarray(0, Math.max(end, 0)), Buffer.from(`\r\n${delimiter}--\r\n`)]);
}

async function formOf(body: Buffer<ArrayBuffer>, type: string): Promise<MultipartForm> {
  const fields = new URLSearchParams();
  const files = new Map<string, UploadedFile[]>();
  for (const [field, value] of await parse(body, type)) {
    if (typeof value === 'string') fields.append(field, value);
    else {
      const file = { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
      files.set(field, [...(files.get(field) ?? []), file]);
    }
  }
  return { form: parseQuery(fields.toString()), files };
}

async function parse(body: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'Content-Type': type } }).formData();
  } catch (cause) {
    throw new AppError('malformed', 'The request body is not a valid form.', { cause });
  }
}
