import { AppError, parseId } from '@guidepost/service-kit';
import { COMMENT_ORDERS, findComment, listComments } from '../../posts/comments.ts';
import type { Answer, Read, ReadEndpoint, ReadSlice, Routes } from '../endpoint.ts';
import { listOf } from '../list-of.ts';
import { listParameters, orderOf, readParameters, sliceOf, sortParameter } from '../parameters.ts';
import { commentRecord } from '../records.ts';

const LIST: Omit<ReadEndpoint, 'handle'> = {
  summary: 'Comments on a dialog, newest first',
  parameters: listParameters([sortParameter(COMMENT_ORDERS)]),
  answer: { record: 'Comment', list: 'slice' },
  ofDialog: { parameter: 'id', addressOf: ({ addresses }, id) => addresses.comments(id) },
};

const ONE: Omit<ReadEndpoint, 'handle'> = {
  summary: 'One comment',
  parameters: readParameters(),
  answer: { record: 'Comment' },
  ofDialog: {
    parameter: 'dialog',
    addressOf: ({ addresses, path }, dialogId) => addresses.comment(dialogId, parseId(path.id) ?? 0),
  },
};

export function commentRoutes(): Routes {
  return {
    '/comment/:slug/:id': { get: { ...LIST, handle: commentList } },
    '/comment/:slug/:dialog/:id': { get: { ...ONE, handle: oneComment } },
  };
}

async function commentList(read: Read): Promise<ReadSlice> {
  const { forum, parameters, path, accessKeyId } = read;
  const keyed = accessKeyId !== undefined;
  const dialogId = parseId(path.id);
  const order = orderOf(COMMENT_ORDERS, read);
  const request = dialogId !== undefined && {
    ...sliceOf(parameters),
    forumId: forum.id,
    dialogId,
    keyed,
    order,
  };
  return async (mostBytes) => {
    const found = request ? await listComments(read.content, { ...request, mostBytes }) : null;
    if (!found) throw new AppError('not-found', 'There is no such dialog.');
    return listOf(found, (row) => commentRecord(row, read));
  };
}

async function oneComment(read: Read): Promise<Answer> {
  const { forum, path, accessKeyId } = read;
  const keyed = accessKeyId !== undefined;
  const [dialogId, id] = [parseId(path.dialog), parseId(path.id)];
  const known = dialogId !== undefined && id !== undefined;
  const row = known ? await findComment(read.content, { forumId: forum.id, dialogId, id, keyed }) : null;
  if (!row) throw new AppError('not-found', 'There is no such comment.');
  return { content: commentRecord(row, read) };
}
