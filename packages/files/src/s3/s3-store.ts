import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { AppError, once } from '@guidepost/service-kit';
import {
  type ByteRange,
  CLAIM,
  type FileContent,
  type FileStore,
  type ListedFile,
  type SignedAccess,
} from '../file-store.ts';
import { createClient, loadSdk, signAddress } from './s3-client.ts';
import type { S3Config } from './s3-config.ts';

/** Errors of the store for an unknown name; the answer to HEAD has no body that could say `NoSuchKey`. */
const MISSING = new Set(['NoSuchKey', 'NotFound']);

interface S3Options extends S3Config {
  S3_BUCKET: string;
  /** After the prefix: one bucket serves both services. */
  folder: string;
  /** Names asked for at once; the store has its own limit. */
  pageSize?: number;
}

/** The clients and addresses that all requests need. */
interface Place {
  client(): Promise<S3Client>;
  signingClient(): Promise<S3Client>;
  prefix: string;
  bucket: string;
  at(name: string): { Bucket: string; Key: string };
  inTime(): { abortSignal: AbortSignal };
  timeout: number;
  pageSize: number | undefined;
}

/** A bucket, or a part of one, in a store that speaks S3. */
export function createS3Store(options: S3Options): FileStore {
  const place = placeOf(options);
  const seconds = options.S3_SIGNED_SECONDS;
  return {
    kind: 's3',
    place: `s3://${place.bucket}/${place.prefix.slice(0, -1)}`,
    put: (name, content) => translateS3Errors(put(place, name, content)),
    open: (name, range) => translateS3Errors(unlessMissing(openObject(place, name, range))),
    sizeOf: (name) => translateS3Errors(unlessMissing(sizeOf(place, name))),
    delete: (name) => translateS3Errors(deleteObject(place, name)),
    list: () => list(place),
    claim: (owner) => translateS3Errors(claim(place, owner)),
    ...(seconds > 0 && {
      signedAddress: (name: string, access: SignedAccess) =>
        translateS3Errors(sign(place, name, { ...access, seconds })),
    }),
  };
}

function placeOf(options: S3Options): Place {
  const { S3_BUCKET: bucket, S3_PREFIX = '', S3_TIMEOUT: timeout, folder } = options;
  const prefix = `${S3_PREFIX}${folder}/`;
  return {
    client: once(() => createClient(options)),
    signingClient: once(() => createClient(options, options.S3_PUBLIC_ENDPOINT ?? options.S3_ENDPOINT)),
    prefix,
    bucket,
    at: (name) => ({ Bucket: bucket, Key: `${prefix}${name}` }),
    inTime: () => ({ abortSignal: AbortSignal.timeout(timeout) }),
    timeout,
    pageSize: options.pageSize,
  };
}

async function put({ client, at, inTime }: Place, name: string, content: FileContent): Promise<void> {
  const { PutObjectCommand } = await loadSdk();
  const isOnDisk = 'path' in content;
  const body = isOnDisk ? createReadStream(content.path) : content;
  const length = isOnDisk ? (await stat(content.path)).size : content.length;
  try {
    const command = new PutObjectCommand({ ...at(name), Body: body, ContentLength: length });
    await (await client()).send(command, inTime());
  } finally {
    if ('destroy' in body) body.destroy();
  }
}

async function openObject({ client, at, inTime, timeout }: Place, name: string, range?: ByteRange) {
  const { GetObjectCommand } = await loadSdk();
  const Range = range && `bytes=${range.start}-${range.end}`;
  const answer = await (await client()).send(new GetObjectCommand({ ...at(name), Range }), inTime());
  const whole = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1] ?? answer.ContentLength;
  return { size: Number(whole), stream: readInTime(answer.Body as Readable, timeout) };
}

async function sizeOf({ client, at, inTime }: Place, name: string): Promise<number> {
  const { HeadObjectCommand } = await loadSdk();
  const { ContentLength } = await (await client()).send(new HeadObjectCommand(at(name)), inTime());
  return Number(ContentLength);
}

async function deleteObject({ client, at, inTime }: Place, name: string): Promise<void> {
  const { DeleteObjectCommand } = await loadSdk();
  await (await client()).send(new DeleteObjectCommand(at(name)), inTime());
}

async function* list({ client, bucket, prefix, inTime, pageSize }: Place): AsyncGenerator<ListedFile> {
  const { ListObjectsV2Command } = await loadSdk();
  let token: string | undefined;
  do {
    const input = { Bucket: bucket, Prefix: prefix, ContinuationToken: token, MaxKeys: pageSize };
    const page = await translateS3Errors((await client()).send(new ListObjectsV2Command(input), inTime()));
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      // Without its age an object counts as new.
      yield { name: Key.slice(prefix.length), changedAt: LastModified ?? new Date() };
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

async function claim({ client, at, inTime }: Place, owner: string): Promise<string> {
  const { GetObjectCommand, PutObjectCommand } = await loadSdk();
  const s3 = await client();
  const read = async () => {
    const { Body } = await s3.send(new GetObjectCommand(at(CLAIM)), inTime());
    return (await Body?.transformToString())?.trim() ?? '';
  };
  const present = await unlessMissing(read());
  if (present !== undefined) return present;
  const command = new PutObjectCommand({ ...at(CLAIM), Body: `${owner}\n`, IfNoneMatch: '*' });
  await s3.send(command, inTime()).catch(ignoreExisting);
  return read();
}

function ignoreExisting(error: unknown): void {
  if (!isRefusedByCondition(error)) throw error;
}

async function sign(
  place: Place,
  name: string,
  { method, contentType, contentDisposition, seconds }: SignedAccess & { seconds: number },
): Promise<string | undefined> {
  // Not every file needs to be here while a service changes stores.
  if ((await unlessMissing(sizeOf(place, name))) === undefined) return undefined;
  const input = {
    ...place.at(name),
    ResponseContentType: contentType,
    ResponseContentDisposition: contentDisposition,
  };
  return signAddress(await place.signingClient(), { method, input, seconds });
}

/**
 * The same bytes; fails with AppError `unavailable` when the store breaks off, or the next part takes too long. The
 * time that a slow client takes does not count.
 */
function readInTime(source: Readable, milliseconds: number): Readable {
  return Readable.from(parts(source, milliseconds), { objectMode: false });
}

async function* parts(source: Readable, milliseconds: number): AsyncGenerator<Buffer> {
  const stalled = () => source.destroy(new Error('The store stopped in the middle of a file.'));
  let timer = setTimeout(stalled, milliseconds);
  try {
    for await (const part of source) {
      clearTimeout(timer);
      yield part;
      timer = setTimeout(stalled, milliseconds);
    }
  } catch (cause) {
    throw new AppError('unavailable', 'File storage is unavailable.', { cause });
  } finally {
    clearTimeout(timer);
    source.destroy();
  }
}

/** Awaits a request to the store. @throws AppError `unavailable` when it is away, slow or refuses */
async function translateS3Errors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('unavailable', 'File storage is unavailable.', { cause });
  }
}

async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (MISSING.has((error as Error).name)) return undefined;
    throw error;
  }
}

/**
 * Whether a condition of the request did not hold (RFC 9110 §15.5.13), or another request was just changing the name.
 */
function isRefusedByCondition(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === 412 || $metadata?.httpStatusCode === 409;
}
