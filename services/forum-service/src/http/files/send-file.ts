import { securityHeaders, sendRepresentation } from '@guidepost/http';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { translateDiskErrors } from '../../files/file-system-errors.ts';
import type { StoredFile } from '../../files/files.ts';
import { contentTypeOf, kindOfType } from '../../files/media-types.ts';
import { CACHING, COMMON_HEADERS } from '../headers.ts';
import { reasonOf } from '../represent-failure.ts';

/** Disarms a file whatever a browser takes it for. Media players load it from this origin. */
const SANDBOXED = securityHeaders({
  policy: { 'media-src': "'self'", 'frame-ancestors': "'none'", sandbox: [] },
});

export interface FileToSend {
  directory: string;
  stored: string;
  file: StoredFile;
}

/** An error that `send` raises for a request it does not answer with the file. */
interface Refusal extends Error {
  status?: number;
  code?: string;
}

/** Sends a file, a range of it, or 304. @throws AppError `unavailable` when its bytes are missing */
export async function sendFile(request: Request, response: Response, sent: FileToSend): Promise<void> {
  shortenSuffixes(request, sent.file.bytes);
  const status = await translateDiskErrors(transfer(response, sent));
  if (status === undefined) return;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const headers = {
    ...COMMON_HEADERS,
    ...CACHING,
    'Content-Type': 'text/plain; charset=utf-8',
    ...(status === 416 && { 'Content-Range': `bytes */${sent.file.bytes}` }),
  };
  sendRepresentation(request, response, { status, headers, body: reasonOf(status) });
}

/** RFC 9110 §14.1.2: a suffix range longer than the file means the whole file, but `send` refuses it. */
function shortenSuffixes({ headers }: Request, bytes: number): void {
  headers.range = headers.range?.replace(/(?<=[=,]\s*-)\d+/g, (length) =>
    String(Math.min(Number(length), bytes)),
  );
}

/** Resolves with the status of a failed precondition or range, before anything is sent. */
function transfer(response: Response, { directory, stored, file }: FileToSend): Promise<number | undefined> {
  const options = {
    root: directory,
    headers: headersOf(file),
    cacheControl: false,
    lastModified: false,
    dotfiles: 'deny',
  } as const;
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  response.sendFile(stored, options, (refusal?: Refusal) => {
    const isGone = refusal?.code === 'ECONNABORTED';
    if (!refusal || isGone) resolve(undefined);
    else if (refusal.status === 412 || refusal.status === 416) resolve(refusal.status);
    else reject(refusal);
  });
  return promise;
}

function headersOf({ token, media_type, name }: StoredFile): Record<string, string> {
  const isShown = kindOfType(media_type) !== 'other';
  return {
    ...COMMON_HEADERS,
    'Content-Type': contentTypeOf(media_type),
    'Content-Disposition': contentDisposition(name, { type: isShown ? 'inline' : 'attachment' }),
    ...SANDBOXED,
    // The address changes with the bytes.
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${token}"`,
  };
}
