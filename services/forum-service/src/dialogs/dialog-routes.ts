import { type Parameter, parseId } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Answer, Read, ReadEndpoint, Routes } from '../api/endpoint.ts';
import { listParameters, readParameters, sectionOf } from '../api/parameters.ts';
import type { Context } from '../context.ts';
import { parseTopics, TOPICS, type Topic } from '../topics/topics.ts';
import { listDialogs } from './dialog-list.ts';
import { orderOf, SORT } from './dialog-order.ts';
import { dialogRecord } from './dialog-record.ts';
import { findDialog } from './dialogs.ts';

type Reading = Pick<Context, 'database'>;

const INCLUDE: Parameter = {
  name: 'include',
  description: 'With a key `all` lists archived dialogs, too.',
  schema: { type: 'string', enum: ['all'] },
};

const LIST: Omit<ReadEndpoint, 'handle'> = {
  summary: 'Dialogs, the newest first',
  parameters: listParameters([SORT, INCLUDE]),
};

const ONE: Omit<ReadEndpoint, 'handle'> = { summary: 'One dialog', parameters: readParameters() };

export function dialogRoutes(context: Reading): Routes {
  return {
    '/:slug': { get: { ...LIST, handle: (read) => dialogList(context, read, TOPICS) } },
    '/:slug/:topics': {
      get: { ...LIST, handle: (read) => dialogList(context, read, topicsOf(read.path.topics)) },
    },
    '/dialog/:slug/:id': { get: { ...ONE, handle: (read) => oneDialog(context, read) } },
  };
}

async function dialogList({ database }: Reading, read: Read, topics: readonly Topic[]): Promise<Answer> {
  const { forum, parameters, accessKeyId } = read;
  const { total, rows } = await listDialogs(database, {
    ...sectionOf(parameters),
    forumId: forum.id,
    topics,
    order: orderOf(parameters),
    archivedToo: accessKeyId !== undefined && parameters.text('include') === 'all',
  });
  return { content: rows.map((row) => dialogRecord(row, read)), total };
}

/** @throws AppError `not-found` */
function topicsOf(text = ''): Topic[] {
  const topics = parseTopics(text);
  if (!topics) throw new AppError('not-found', 'There is no such topic.');
  return topics;
}

async function oneDialog({ database }: Reading, read: Read): Promise<Answer> {
  const id = parseId(read.path.id);
  const row = id === undefined ? null : await findDialog(database, read.forum.id, id);
  if (!row) throw new AppError('not-found', 'There is no such dialog.');
  return { content: dialogRecord(row, read) };
}
