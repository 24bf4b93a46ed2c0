import { parseId } from '../reading/identifiers.ts';
import { readList } from '../reading/list.ts';
import { readOne } from '../reading/one.ts';
import { type Parent, parentOf } from '../reading/parent.ts';
import type { Reader } from '../reading/reader.ts';
import type { Call, Routes } from '../reading/routes.ts';
import { findTagById, listTags, TAG_ORDER } from './tags.ts';

export function tagRoutes(reader: Reader): Routes {
  return {
    '/:host/tags': (call) => tagList(reader, call),
    '/:host/tags/:id': (call) => tagById(reader, call),
    '/:host/guides/:id/tags': (call) =>
      tagList(reader, call, parentOf(call, { type: 'guide', relationship: 'tags' })),
  };
}

function tagList(reader: Reader, call: Call, guide?: Parent): Promise<string> {
  const knowledgeBaseId = call.knowledgeBase.id;
  return readList(reader, call, {
    type: 'tag',
    parent: guide,
    parseOrder: TAG_ORDER,
    list: ({ page, order }) => listTags(reader.database, { knowledgeBaseId, page, order, guide }),
  });
}

function tagById(reader: Reader, call: Call): Promise<string> {
  const id = parseId(call.path.id);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'tag',
    find: async () => (id ? findTagById(reader.database, { knowledgeBaseId, id }) : null),
  });
}
