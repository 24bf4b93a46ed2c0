import { createRouter, resourcesOn, sendRepresentation } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Context } from '../../context.ts';
import { storedName } from '../../files/file-directory.ts';
import { formatFileName, parseFileName } from '../../files/file-name.ts';
import { findFile, MEGABYTE } from '../../files/files.ts';
import { postFile } from '../../files/post-file.ts';
import type { Call } from '../endpoint.ts';
import { answerPreflight, headersFor } from '../headers.ts';
import { judgeForum, judgeKey } from '../judge-middleware.ts';
import { keepPath } from '../post-middleware.ts';
import { limitPosts } from '../rate-limits/limit-middleware.ts';
import { reasonOf, representPlainly, type ShowError } from '../represent-failure.ts';
import { createUploadReader } from './read-upload.ts';
import { sendFile } from './send-file.ts';

/** Files are no records: they have endings of their own, and are answered as they are. */
export function fileRoutes(context: Context): Router {
  const posting = createRouter();
  const serving = createRouter({ strict: true });
  const options = { judges: [], preflight: answerPreflight };
  const judges = [keepPath, judgeForum(context), judgeKey(context)];
  const limits = limitPosts(context, { countsAs: 'post' });
  resourcesOn(posting, options)('/file/:slug', {
    post: [...judges, requireKey, ...limits, takeFile(context)],
  });
  resourcesOn(serving, options)('/file/:slug/:name', { get: [...judges, serveFile(context)] });
  return posting.use(serving);
}

/** A request that nobody sends without a key. */
interface KeyedCall extends Call {
  accessKeyId: number;
}

const requireKey: RequestHandler = (_request, response, next) => {
  const { accessKeyId } = response.locals as Call;
  if (accessKeyId === undefined) throw new AppError('unauthorized', 'Files are posted with a key.');
  next();
};

function takeFile({ database, config }: Context): RequestHandler {
  const directory = config.FORUM_FILES_DIRECTORY;
  const posting = { database, directory, accountStorage: config.FORUM_ACCOUNT_STORAGE * MEGABYTE };
  const readUpload = createUploadReader(directory);
  return async (request: Request, response: Response) => {
    const { forum, addresses, accessKeyId } = response.locals as KeyedCall;
    const upload = await readUpload(request, response);
    // Clients know that a file may be too large; that there is no room for any has to be said.
    response.locals.showError = showFullStorage(request);
    const name = await postFile(posting, { forum, accessKeyId, upload });
    const address = addresses.file(formatFileName(name));
    const headers = {
      ...headersFor(request),
      'Content-Type': 'text/plain; charset=utf-8',
      Location: address,
    };
    sendRepresentation(request, response, { status: 201, headers, body: address });
  };
}

function showFullStorage(request: Request): ShowError {
  return (error, id) => {
    if (error.kind !== 'too-large') return undefined;
    const shown = representPlainly(error, { id, request });
    return { ...shown, body: `${reasonOf(error.status)}: ${error.message}` };
  };
}

function serveFile({ database, config }: Context): RequestHandler {
  const directory = config.FORUM_FILES_DIRECTORY;
  return async (request: Request, response: Response) => {
    const { forum, path } = response.locals as Call;
    const name = parseFileName(path.name ?? '');
    const file = name && (await findFile(database, forum.id, name));
    if (!file) throw new AppError('not-found', 'There is no such file.');
    const stored = storedName({ forumId: forum.id, ...name });
    await sendFile(request, response, { directory, stored, file });
  };
}
