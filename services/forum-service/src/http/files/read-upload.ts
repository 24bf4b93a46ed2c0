import type { Writable } from 'node:stream';
import { incomingDirectory, isFileSystemError, translateDiskErrors } from '@guidepost/files';
import { judgeBodyFormat, unlessStalled } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import multer, { diskStorage, MulterError } from 'multer';
import { LARGEST_FILE, LARGEST_FILE_FORM, type Upload } from '../../files/files.ts';
import { FILE_FIELD } from '../../posts/submission.ts';
import { isMediaType, MULTIPART } from '../content-type.ts';

export type ReadUpload = (request: Request, response: Response) => Promise<Upload>;

const FORM = {
  accepts: (contentType: string | undefined) => isMediaType(contentType, MULTIPART),
  expected: MULTIPART,
};

const LIMITS = {
  fileSize: LARGEST_FILE,
  files: 1,
  fields: 20,
  fieldSize: 10_000,
  fieldNestingDepth: 0,
  parts: 21,
  headerPairs: 20,
};

const NOT_ONE_FILE = new Set<string>(['LIMIT_FILE_COUNT', 'LIMIT_UNEXPECTED_FILE']);

/**
 * Streams an uploaded file to disk and removes it if the form is invalid (S5).
 * @throws AppError `unsupported-media-type`, `too-large`, `timeout` when the upload stalls, `malformed`, `unavailable`
 * when it cannot be written
 */
export function createUploadReader(directory: string): ReadUpload {
  const storage = diskStorage({
    destination: (_request, _file, done) => done(null, incomingDirectory(directory)),
  });
  const options = { storage, limits: LIMITS, defParamCharset: 'utf8', streamHandler: feed };
  const upload = multer(options).single(FILE_FIELD);
  return async (request, response) => {
    judgeBodyFormat(request, FORM);
    if (Number(request.headers['content-length']) > LARGEST_FILE_FORM) {
      request.resume();
      throw tooLarge();
    }
    const reading = new Promise<Upload>((resolve, reject) => {
      upload(request, response, (error: unknown) => {
        if (error === undefined) resolve(uploadOf(request));
        else if (isNotOneFile(error)) resolve({ file: undefined, fields: [] });
        else reject(translate(error));
      });
    });
    return unlessStalled(request, translateDiskErrors(reading));
  };
}

/** Pipes the request into its parser, with a timeout for stalled uploads. */
function feed(request: Request, parser: Writable): void {
  request.pipe(parser);
  request.once('timeout', () => parser.destroy(new Error('The upload stalled.')));
}

function uploadOf({ file, body }: Request): Upload {
  return {
    file: file && { path: file.path, size: file.size, name: file.originalname },
    fields: Object.keys(body ?? {}),
  };
}

function isNotOneFile(error: unknown): boolean {
  return error instanceof MulterError && NOT_ONE_FILE.has(error.code);
}

/** Errors of busboy are plain, without a code. */
function translate(error: unknown): Error {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return tooLarge();
  if (isFileSystemError(error)) return error;
  return new AppError('malformed', 'The request body is not a valid form.', { cause: error });
}

function tooLarge(): AppError {
  return new AppError('too-large', `A file may have at most ${LARGEST_FILE} bytes.`);
}
