import { pipeline } from 'node:stream/promises';
import { type ByteRange, type FileStore, type OpenFile, translateDiskErrors } from '@guidepost/files';
import { contentTypeOf, kindOfType } from '@guidepost/files/types';
import {
  type HeaderFields,
  isNotModified,
  type Representation,
  readIfMatch,
  securityHeaders,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import type { StoredFile } from '../../files/files.ts';
import { CACHING, COMMON_HEADERS, reasonOf } from '../headers.ts';

interface Validators {
  /** Strong. */
  entityTag: string;
  /** In bytes. */
  size: number;
}

/** Disarms a file whatever a browser takes it for. Media players load it from this origin. */
const SANDBOXED = securityHeaders({
  policy: { 'media-src': "'self'", 'frame-ancestors': "'none'", sandbox: [] },
});

export interface FileToSend {
  /** Its name in the store. */
  stored: string;
  file: StoredFile;
}

type SendFile = (
  request: Request,
  response: Response,
  sent: FileToSend,
) => Promise<Representation | undefined>;

/**
 * Sends a file, a range of it, or 304, or redirects to the store if that signs addresses.
 * @param signedSeconds how long these are valid
 * @throws AppError `unavailable` when the bytes are missing
 */
export function createFileSender(store: FileStore, signedSeconds: number): SendFile {
  return async (request, response, sent) => {
    const { file } = sent;
    const validators = { entityTag: tagOf(file), size: file.bytes };
    const judged = judgeRequest(request, validators);
    if (judged === 'unmodified') return { status: 200, headers: headersOf(file), entityTag: tagOf(file) };
    if (typeof judged === 'number') return refuse(judged, file);
    const address = await signAddress(store, request.method, sent);
    if (address !== undefined) return redirect(address, signedSeconds);
    if (request.method === 'HEAD') await sendHead(response, store, sent);
    else await sendBytes(response, store, { ...sent, ...judged });
    return undefined;
  };
}

function refuse(status: 412 | 416, { bytes }: StoredFile): Representation {
  const headers = {
    ...COMMON_HEADERS,
    ...CACHING,
    'Content-Type': 'text/plain; charset=utf-8',
    ...(status === 416 && { 'Content-Range': `bytes */${bytes}` }),
  };
  return { status, headers, body: reasonOf(status) };
}

function signAddress(
  store: FileStore,
  method: string,
  { stored, file }: FileToSend,
): Promise<string | undefined> | undefined {
  return store.signedAddress?.(stored, {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    contentType: contentTypeOf(file.media_type),
    contentDisposition: dispositionOf(file),
  });
}

/** Cached for half as long as the address is valid, so that it still is when a player asks for the rest. */
function redirect(address: string, seconds: number): Representation {
  const headers = {
    ...COMMON_HEADERS,
    Location: address,
    'Cache-Control': `public, max-age=${Math.floor(seconds / 2)}`,
  };
  return { status: 302, headers };
}

async function sendHead(response: Response, store: FileStore, { stored, file }: FileToSend): Promise<void> {
  requireWhole(await store.sizeOf(stored), file);
  response.writeHead(200, { ...headersOf(file), 'Content-Length': file.bytes }).end();
}

async function sendBytes(
  response: Response,
  store: FileStore,
  { stored, file, range }: FileToSend & { range?: ByteRange },
): Promise<void> {
  const { stream } = await openWhole(store, { stored, file }, range);
  const headers = headersOf(file);
  if (!range) response.writeHead(200, { ...headers, 'Content-Length': file.bytes });
  else response.writeHead(206, { ...headers, ...aboutRange(range, file) });
  await translateDiskErrors(pipeline(stream, response)).catch(ignoreClosedConnection);
}

async function openWhole(
  store: FileStore,
  { stored, file }: FileToSend,
  range: ByteRange | undefined,
): Promise<OpenFile> {
  const opened = await store.open(stored, range);
  if (opened && opened.size !== file.bytes) opened.stream.destroy();
  requireWhole(opened?.size, file);
  return opened as OpenFile;
}

function requireWhole(size: number | undefined, { bytes }: StoredFile): void {
  if (size !== bytes) throw new AppError('unavailable', 'The bytes of a file are missing.');
}

function aboutRange({ start, end }: ByteRange, { bytes }: StoredFile) {
  return { 'Content-Length': end - start + 1, 'Content-Range': `bytes ${start}-${end}/${bytes}` };
}

function ignoreClosedConnection(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

function headersOf(file: StoredFile): HeaderFields {
  return {
    ...COMMON_HEADERS,
    'Content-Type': contentTypeOf(file.media_type),
    'Content-Disposition': dispositionOf(file),
    ...SANDBOXED,
    'Accept-Ranges': 'bytes',
    // The address changes with the bytes.
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: tagOf(file),
  };
}

function dispositionOf({ media_type, name }: StoredFile): string {
  const isShown = kindOfType(media_type) !== 'other';
  return contentDisposition(name, { type: isShown ? 'inline' : 'attachment' });
}

function tagOf({ token }: StoredFile): string {
  return `"${token}"`;
}

/**
 * The part of a file that a request asks for: the file or one range of it, `unmodified`, or the status of its refusal
 * (RFC 9110 §13.2.2, §14.2). Several ranges that cannot be joined are answered with the whole file.
 */
function judgeRequest(
  request: Request,
  { entityTag, size }: Validators,
): { range?: ByteRange } | 'unmodified' | 412 | 416 {
  const { headers, method } = request;
  const wanted = readIfMatch(headers['if-match']);
  if (wanted && !wanted.includes(entityTag.slice(1, -1))) return 412;
  if (isNotModified(headers['if-none-match'], entityTag)) return 'unmodified';
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== entityTag;
  if (method === 'HEAD' || isOther) return {};
  shortenSuffixes(request, size);
  const ranges = request.range(size, { combine: true });
  if (ranges === -1) return 416;
  if (!Array.isArray(ranges) || ranges.type !== 'bytes') return {};
  const [range, ...others] = ranges;
  return range && others.length === 0 ? { range } : {};
}

/** RFC 9110 §14.1.2: a suffix range longer than the file means the whole file. */
function shortenSuffixes({ headers }: Request, size: number): void {
  headers.range = headers.range?.replace(/(?<=[=,]\s*-)\d+/g, (length) =>
    String(Math.min(Number(length), size)),
  );
}
