import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import type { Order } from '../../model/listing.ts';
import { parseTopics, TOPICS } from '../../model/topics.ts';
import { DIALOG_ORDERS, listSlice, POPULAR_FIRST } from '../../posts/dialog-rows.ts';
import { bindDialogList } from '../../posts/list-dialogs.ts';
import { findDialog } from '../../posts/read-dialog.ts';
import type { Answer, Read, ReadEndpoint, ReadSlice, Routes } from '../endpoint.ts';
import { listOf } from '../list-of.ts';
import {
  INCLUDE,
  ignoredSortParameter,
  listParameters,
  orderOf,
  readParameters,
  sliceOf,
  sortParameter,
  wantsArchived,
} from '../parameters.ts';
import { dialogDetail, dialogRecord } from '../records.ts';

type Reading = Pick<Context, 'views'>;

const LIST: Omit<ReadEndpoint, 'handle'> = {
  summary: 'Dialogs, newest first',
  parameters: listParameters([sortParameter(DIALOG_ORDERS), INCLUDE]),
  answer: { record: 'Dialog', list: 'slice' },
};

const POPULARITY =
  'A view counts 1, a comment 50 and a vote 100. This attention has a half-life of 30 days, counted from the day on which the dialog was published: ten times as much outweighs 100 days. The order of two dialogs changes only when one of them gets more attention.';

const POPULAR: Omit<ReadEndpoint, 'handle'> = {
  summary: 'Dialogs, most popular first',
  description: POPULARITY,
  parameters: listParameters([ignoredSortParameter(DIALOG_ORDERS), INCLUDE]),
  answer: { record: 'Dialog', list: 'slice' },
};

const ONE: Omit<ReadEndpoint, 'handle'> = {
  summary: 'One dialog; with a key, including its tags',
  parameters: readParameters(),
  answer: { record: 'Dialog' },
  ofDialog: { parameter: 'id', addressOf: ({ addresses }, id) => addresses.dialog(id) },
};

export function dialogRoutes(context: Reading): Routes {
  const list: ReadEndpoint = {
    ...LIST,
    handle: (read) => dialogList(read, orderOf(DIALOG_ORDERS, read)),
  };
  const popular: ReadEndpoint = { ...POPULAR, handle: (read) => dialogList(read, POPULAR_FIRST) };
  return {
    '/popular/:slug': { get: popular },
    '/popular/:slug/:topics': {
      get: { ...popular, summary: 'Dialogs of some topics, most popular first' },
    },
    '/dialog/:slug/:id': {
      get: {
        ...ONE,
        handle: oneDialog,
        onViewed: ({ forumId, path }, client) =>
          context.views.count({ forumId, dialogId: Number(path.id), client }),
      },
    },
    '/:slug': { get: list },
    '/:slug/:topics': { get: { ...list, summary: 'Dialogs of some topics, newest first' } },
  };
}

async function dialogList(read: Read, order: Order): Promise<ReadSlice> {
  const request = {
    ...sliceOf(read.parameters),
    forumId: read.forum.id,
    topics: topicsOf(read),
    order,
    includeArchived: wantsArchived(read),
  };
  return async (mostBytes) => {
    const listed = await listSlice(read.content, bindDialogList({ ...request, mostBytes }));
    return listOf(listed, (row) => dialogRecord(row, read));
  };
}

/** Without a path, all topics. @throws AppError `not-found` */
function topicsOf({ path }: Pick<Read, 'path'>) {
  const topics = path.topics === undefined ? TOPICS : parseTopics(path.topics);
  if (!topics) throw new AppError('not-found', 'There is no such topic.');
  return topics;
}

async function oneDialog(read: Read): Promise<Answer> {
  const { forum, accessKeyId } = read;
  const id = parseId(read.path.id);
  const request = id !== undefined && { forumId: forum.id, id, keyed: accessKeyId !== undefined };
  const row = request ? await findDialog(read.content, request) : null;
  if (!row) throw new AppError('not-found', 'There is no such dialog.');
  return { content: dialogDetail(row, read) };
}
