import { type AnswerRequest, createRouter, resourcesOn, type ShowError, showErrorsBy } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Router } from 'express';
import type { Context } from '../../context.ts';
import { formatFileName, parseFileName, storedName } from '../../files/file-names.ts';
import { findFile, MEGABYTE } from '../../files/files.ts';
import { postFile } from '../../posts/post-file.ts';
import { type Admission, createAdmission } from '../admit.ts';
import { answerPreflight, headersFor, reasonOf, representFailure } from '../headers.ts';
import { createUploadReader } from './read-upload.ts';
import { createFileSender } from './send-file.ts';

/** Files have their own endings and are sent unchanged, not as records. */
export function fileRoutes(context: Context): Router {
  const posting = createRouter();
  const serving = createRouter({ strict: true });
  const admission = createAdmission(context);
  const options = { preflight: answerPreflight };
  resourcesOn(posting, options)('/file/:slug', { post: takeFile(context, admission) });
  resourcesOn(serving, options)('/file/:slug/:name', { get: serveFile(context, admission) });
  return posting.use(serving);
}

function takeFile({ database, config, files }: Context, { admit, counts }: Admission): AnswerRequest {
  const directory = config.FORUM_FILES_DIRECTORY;
  const posting = { database, files, directory, accountStorage: config.FORUM_ACCOUNT_STORAGE * MEGABYTE };
  const readUpload = createUploadReader(directory);
  return async (request, response) => {
    const { forum, addresses, accessKeyId } = await admit({
      request,
      response,
      path: request.params,
      scope: 'post',
    });
    if (accessKeyId === undefined)
      throw new AppError('unauthorized', 'Posting files requires an access key.');
    await counts.post(request, response, accessKeyId);
    const upload = await readUpload(request, response);
    const name = await showErrorsBy(showFullStorage, () => postFile(posting, { forum, accessKeyId, upload }));
    const address = addresses.file(formatFileName(name));
    const headers = {
      ...headersFor(request),
      'Content-Type': 'text/plain; charset=utf-8',
      Location: address,
    };
    return { status: 201, headers, body: address };
  };
}

/** A 413 for full storage needs an explanation, unlike one for a file that is too large. */
const showFullStorage: ShowError = (error, failed) => {
  if (error.kind !== 'too-large') return undefined;
  return { ...representFailure(error, failed), body: `${reasonOf(error.status)}: ${error.message}` };
};

function serveFile({ database, config, files }: Context, { admit }: Admission): AnswerRequest {
  const send = createFileSender(files, config.S3_SIGNED_SECONDS);
  return async (request, response) => {
    const { forum, path } = await admit({ request, response, path: request.params });
    const name = parseFileName(path.name ?? '');
    const file = name && (await findFile(database, forum.id, name));
    if (!file) throw new AppError('not-found', 'There is no such file.');
    return send(request, response, { stored: storedName({ forumId: forum.id, ...name }), file });
  };
}
