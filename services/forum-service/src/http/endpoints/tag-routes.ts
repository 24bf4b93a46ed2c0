import { AppError } from '@guidepost/service-kit';
import { readFoldedTags } from '../../model/tag.ts';
import { DIALOG_ORDERS, listSlice } from '../../posts/dialog-rows.ts';
import { bindTaggedDialogs } from '../../posts/list-dialogs.ts';
import { listTags } from '../../posts/tags.ts';
import type { Read, ReadEndpoint, ReadSlice, Routes } from '../endpoint.ts';
import { listOf, longListOf } from '../list-of.ts';
import { INCLUDE, listParameters, orderOf, sliceOf, sortParameter, wantsArchived } from '../parameters.ts';
import { dialogRecord, tagRecord } from '../records.ts';

const TAGGED: Omit<ReadEndpoint, 'handle'> = {
  summary: 'Dialogs with all of the given tags',
  parameters: listParameters([sortParameter(DIALOG_ORDERS), INCLUDE]),
  answer: { record: 'Dialog', list: 'slice' },
  requiresKey: true,
};

const LIST: Omit<ReadEndpoint, 'handle'> = {
  summary: 'Tags, sorted by name',
  parameters: listParameters([]),
  answer: { record: 'Tag', list: 'slice' },
  requiresKey: true,
};

export function tagRoutes(): Routes {
  return {
    '/tag/:slug/:tags': { get: { ...TAGGED, handle: taggedDialogs } },
    '/taglist/:slug': { get: { ...LIST, handle: tagList } },
  };
}

async function taggedDialogs(read: Read): Promise<ReadSlice> {
  const { forum, parameters } = read;
  const request = {
    ...sliceOf(parameters),
    forumId: forum.id,
    tags: tagsOf(read),
    order: orderOf(DIALOG_ORDERS, read),
    includeArchived: wantsArchived(read),
  };
  return async (mostBytes) => {
    const listed = await listSlice(read.content, bindTaggedDialogs({ ...request, mostBytes }));
    return listOf(listed, (row) => dialogRecord(row, read));
  };
}

function tagsOf({ path: { tags = '' } }: Pick<Read, 'path'>): string[] {
  const folded = readFoldedTags(tags);
  if (folded.length === 0 || tags.includes('\0')) throw new AppError('not-found', 'No tag has this name.');
  return folded;
}

async function tagList(read: Read): Promise<ReadSlice> {
  const { forum, parameters } = read;
  const listed = await listTags(read.content, { ...sliceOf(parameters), forum });
  return async () => longListOf(listed, (row) => tagRecord(row, read));
}
