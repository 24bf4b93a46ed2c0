import { randomUUID } from 'node:crypto';
import { createWriteStream, rm as removeThen } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { incomingDirectory, isFileSystemError, translateDiskErrors } from '@guidepost/files';
import { unlessStalled } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { LARGEST_FILE, type SentFile } from '../../files/files.ts';
import { MOST_OF_MEMBER } from '../../posts/attaching.ts';
import { FILE_FIELD } from '../../posts/submission.ts';
import { isMediaType, MULTIPART } from '../content-type.ts';
import { type FormFields, readFormFields } from './read-form-fields.ts';

export interface ReceivedForm {
  fields: FormFields;
  /** Their sizes may exceed what was kept, which is as much as a file may have. */
  files: readonly SentFile[];
  /** Whether a file was chosen, kept or not. */
  hasFile: boolean;
  /** Whether its files were too large, and the fields are those that came first. */
  isCut: boolean;
}

export type ReadMemberForm = (
  request: Request,
  response: Response,
  options: { keepsFile: boolean; language: string },
) => Promise<ReceivedForm>;

/** Larger files are read to their end, so that the text before and after them is not lost; this is where that ends. */
const LARGEST_FORM = MOST_OF_MEMBER;

const LIMITS = {
  fileSize: LARGEST_FORM,
  // More than can be attached, so that those who choose too many do not lose their text.
  files: 50,
  fields: 50,
  fieldSize: 100_000,
  fieldNestingDepth: 0,
  parts: 100,
  headerPairs: 20,
};

/**
 * Reads a form of a page of ours, which may have a file. @throws AppError as `readFormFields` does, and `unavailable`
 */
export function createMemberFormReader(directory: string): ReadMemberForm {
  const keep = parserWith({
    _handleFile: (_request, { stream }, done) => keepFileThen(directory, stream, done),
    _removeFile: (_request, { path }, done) => removeThen(path, { force: true }, done),
  });
  const drop = parserWith({
    _handleFile: (_request, { stream }, done) => stream.resume().once('end', () => done(null, {})),
    _removeFile: (_request, _file, done) => done(null),
  });
  return async (request, response, { keepsFile, language }) => {
    if (!isMediaType(request.headers['content-type'], MULTIPART))
      return { fields: await readFormFields(request, language), files: [], hasFile: false, isCut: false };
    const isTooLarge = Number(request.headers['content-length']) > LARGEST_FORM;
    const parse = keepsFile && !isTooLarge ? keep : drop;
    const reading = new Promise<boolean>((resolve, reject) => {
      parse(request, response, (error?: unknown) => {
        if (error === undefined || error instanceof FormCut) resolve(error !== undefined);
        else reject(translate(error));
      });
    });
    const isCut = await unlessStalled(request, translateDiskErrors(reading));
    // Node reuses the connection only after the whole request has been read.
    if (isCut) request.resume();
    return receivedOf(request, { keepsFile, isCut });
  };
}

function parserWith(storage: StorageEngine): RequestHandler {
  const options = { storage, limits: LIMITS, defParamCharset: 'utf8', streamHandler: feed };
  return multer(options).array(FILE_FIELD);
}

/** Ends the reading of a form. All fields together are small, so its files are too large. */
class FormCut extends Error {}

/** Pipes the request into its parser, with a timeout for stalled uploads, and to its end only if that is near. */
function feed(request: Request, parser: Writable): void {
  let received = 0;
  request.on('data', ({ length }: Buffer) => {
    received += length;
    if (received > LARGEST_FORM) parser.destroy(new FormCut('The form is too large.'));
  });
  request.pipe(parser);
  request.once('timeout', () => parser.destroy(new Error('The upload stalled.')));
}

/** Writes as much as a file may have, and counts the rest. */
async function keepFile(directory: string, stream: Readable): Promise<{ path: string; size: number }> {
  const path = join(incomingDirectory(directory), randomUUID());
  let size = 0;
  async function* kept(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size <= LARGEST_FILE) yield chunk;
    }
  }
  try {
    await pipeline(stream, kept, createWriteStream(path, { flags: 'wx' }));
    return { path, size };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

const keepFileThen = callbackify(keepFile);

function receivedOf(
  { files, body }: Request,
  { keepsFile, isCut }: { keepsFile: boolean; isCut: boolean },
): ReceivedForm {
  const sent = Array.isArray(files) ? files : [];
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries<unknown>(body ?? {})) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') fields.set(name, first);
  }
  const kept =
    keepsFile && !isCut ? sent.map(({ path, size, originalname: name }) => ({ path, size, name })) : [];
  return { fields, files: kept, hasFile: isCut || sent.length > 0, isCut };
}

/** Errors of the parser are plain, without a code. */
function translate(error: unknown): Error {
  if (error instanceof AppError || isFileSystemError(error)) return error;
  const isLarge = error instanceof MulterError && /^LIMIT_(?:FILE_SIZE|FIELD_VALUE)$/.test(error.code);
  const kind = isLarge ? 'too-large' : 'malformed';
  return new AppError(kind, 'The request body is not a valid form.', { cause: error });
}
