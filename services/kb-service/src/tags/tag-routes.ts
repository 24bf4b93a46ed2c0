import { parseId } from '../reading/identifiers.ts';
import { readList } from '../reading/list.ts';
import { readOne } from '../reading/one.ts';
import type { Reader } from '../reading/reader.ts';
import type { Call, Moved, Routes } from '../reading/routes.ts';
import { findTagById, listTags, TAG_ORDER } from './tags.ts';

export function tagRoutes(reader: Reader): Routes {
  return {
    '/:host/tags': (call) => tagList(reader, call),
    '/:host/tags/:id': (call) => tagById(reader, call),
  };
}

function tagList(reader: Reader, call: Call): Promise<string> {
  const knowledgeBaseId = call.knowledgeBase.id;
  return readList(reader, call, {
    type: 'tag',
    parseOrder: TAG_ORDER,
    list: ({ page, order }) => listTags(reader.database, { knowledgeBaseId, page, order }),
  });
}

function tagById(reader: Reader, call: Call): Promise<string | Moved> {
  const id = parseId(call.path.id);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'tag',
    find: async () => (id ? findTagById(reader.database, { knowledgeBaseId, id }) : null),
  });
}
