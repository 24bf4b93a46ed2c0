import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { ReceivedForm, Visit } from '@guidepost/desk';
import { isFileSystemError, translateDiskErrors } from '@guidepost/files';
import { parseQuery, unlessStalled } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import multer, { diskStorage, MulterError } from 'multer';

type Request = Visit['request'];

export interface UploadRoom {
  maximumBytes: number;
  /** A new, empty folder. */
  makeFolder(): Promise<string>;
}

/** Bytes of what is around the file in a form. */
const AROUND = 10_000;

const FIELD_LIMITS = {
  files: 1,
  fields: 10,
  fieldSize: 1_000,
  fieldNestingDepth: 0,
  parts: 11,
  headerPairs: 20,
};

/**
 * Streams a form with one file to the disk, so that none is held in memory.
 * @throws AppError `too-large`, `timeout` when the upload stalls, `malformed`, `unavailable` when it cannot be written
 */
export async function receiveUpload(
  { request, response }: Pick<Visit, 'request' | 'response'>,
  { maximumBytes, makeFolder }: UploadRoom,
): Promise<ReceivedForm> {
  if (Number(request.headers['content-length']) > maximumBytes + AROUND) {
    request.resume();
    throw tooLarge();
  }
  const folder = await makeFolder();
  const discard = () => rm(folder, { recursive: true, force: true });
  const storage = diskStorage({
    destination: folder,
    filename: (_request, _file, done) => done(null, randomUUID()),
  });
  const limits = { ...FIELD_LIMITS, fileSize: maximumBytes };
  const options = { storage, limits, defParamCharset: 'utf8', streamHandler: feed };
  const parse = multer(options).single('file');
  const reading = new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(translate(error)),
    );
  });
  try {
    await unlessStalled(request, translateDiskErrors(reading));
  } catch (error) {
    await discard();
    throw error;
  }
  const { file } = request;
  if (!file?.originalname) await discard();
  return {
    form: parseQuery(new URLSearchParams(textsOf(request)).toString()),
    files: new Map(),
    ...(file?.originalname && { upload: { name: file.originalname, path: file.path, folder, discard } }),
  };
}

/** Pipes the request into its parser, with a timeout for stalled uploads. */
function feed(request: Request, parser: Writable): void {
  request.pipe(parser);
  request.once('timeout', () => parser.destroy(new Error('The upload stalled.')));
}

/** The first of repeated fields. */
function textsOf({ body }: Request): [string, string][] {
  const entries = Object.entries<unknown>(body ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ]);
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** Errors of the parser are plain, without a code. */
function translate(error: unknown): Error {
  if (error instanceof AppError || isFileSystemError(error)) return error;
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return tooLarge();
  return new AppError('malformed', 'The request body is not a valid form.', { cause: error });
}

function tooLarge(): AppError {
  return new AppError('too-large', 'The file is too large.');
}
