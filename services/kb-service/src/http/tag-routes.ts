import type { WrittenBody } from '@guidepost/http';
import { parseId } from '@guidepost/service-kit';
import { findAnyTag, findTagById, listAllTags, listTags, TAG_FIELDS } from '../content/tags.ts';
import { sortParameter } from './json-api/page.ts';
import type { Call, EndpointDescription, Moved, Routes } from './reading/endpoint.ts';
import { listParameters, oneParameters } from './reading/parameters.ts';
import { type Parent, parentOf } from './reading/parent.ts';
import { readList } from './reading/read-list.ts';
import { readOne } from './reading/read-resource.ts';
import type { Reader } from './reading/reader.ts';

const SORT = sortParameter(TAG_FIELDS, 'by name');

const LIST: EndpointDescription = {
  summary: 'List tags',
  description: 'Tags of published guides.',
  parameters: listParameters('tag', SORT),
  answer: { type: 'tag', list: true },
};

const BY_ID: EndpointDescription = {
  summary: 'Get a tag by id',
  parameters: oneParameters('tag'),
  answer: { type: 'tag' },
};

const OF_GUIDE: EndpointDescription = { ...LIST, summary: 'List the tags of a guide' };

export function tagRoutes(reader: Reader): Routes {
  const ofGuide = (call: Call) =>
    tagList(reader, call, parentOf(call, { type: 'guide', relationship: 'tags' }));
  return {
    '/:host/tags': { get: { ...LIST, handle: (call) => tagList(reader, call) } },
    '/:host/tags/:id': { get: { ...BY_ID, handle: (call) => tagById(reader, call) } },
    '/:host/guides/:id/tags': { get: { ...OF_GUIDE, handle: ofGuide } },
  };
}

function tagList(reader: Reader, call: Call, guide?: Parent): Promise<WrittenBody> {
  const { id: knowledgeBaseId, language } = call.knowledgeBase;
  return readList(reader, call, {
    type: 'tag',
    parent: guide,
    list: ({ page, sort }) =>
      call.writer && !guide
        ? listAllTags(reader.database, { knowledgeBaseId, language, page, sort })
        : listTags(reader.contentFor(call), { knowledgeBaseId, language, page, sort, guide }),
  });
}

function tagById(reader: Reader, call: Call): Promise<WrittenBody | Moved> {
  const id = parseId(call.path.id);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'tag',
    find: async () => {
      if (!id) return null;
      return call.writer
        ? findAnyTag(reader.database, { knowledgeBaseId, id })
        : findTagById(reader.contentFor(call), { knowledgeBaseId, id });
    },
  });
}
