import { parseId } from '../reading/identifiers.ts';
import { readList } from '../reading/list.ts';
import { readOne } from '../reading/one.ts';
import { listParameters, oneParameters } from '../reading/parameters.ts';
import type { Reader } from '../reading/reader.ts';
import type { Call, EndpointDescription, Moved, Routes } from '../reading/routes.ts';
import { CATEGORY_SORTING, findCategoryById, listCategories } from './categories.ts';

const LIST: EndpointDescription = {
  summary: 'List categories',
  description: 'Categories that lead to a published guide.',
  parameters: listParameters('knowledge_base_category', CATEGORY_SORTING),
  answer: { type: 'knowledge_base_category', list: true },
};

const BY_ID: EndpointDescription = {
  summary: 'A category by its id',
  parameters: oneParameters('knowledge_base_category'),
  answer: { type: 'knowledge_base_category' },
};

export function categoryRoutes(reader: Reader): Routes {
  return {
    '/:host/categories': { get: { ...LIST, handle: (call) => categoryList(reader, call) } },
    '/:host/categories/:id': { get: { ...BY_ID, handle: (call) => categoryById(reader, call) } },
  };
}

function categoryList(reader: Reader, call: Call): Promise<string> {
  const knowledgeBaseId = call.knowledgeBase.id;
  return readList(reader, call, {
    type: 'knowledge_base_category',
    sorting: CATEGORY_SORTING,
    list: ({ page, order }) => listCategories(reader.database, { knowledgeBaseId, page, order }),
  });
}

function categoryById(reader: Reader, call: Call): Promise<string | Moved> {
  const id = parseId(call.path.id);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'knowledge_base_category',
    find: async () => (id ? findCategoryById(reader.database, { knowledgeBaseId, id }) : null),
  });
}
