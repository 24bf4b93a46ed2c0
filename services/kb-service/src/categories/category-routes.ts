import { parseId } from '../reading/identifiers.ts';
import { readList } from '../reading/list.ts';
import { readOne } from '../reading/one.ts';
import type { Reader } from '../reading/reader.ts';
import type { Call, Moved, Routes } from '../reading/routes.ts';
import { CATEGORY_ORDER, findCategoryById, listCategories } from './categories.ts';

export function categoryRoutes(reader: Reader): Routes {
  return {
    '/:host/categories': (call) => categoryList(reader, call),
    '/:host/categories/:id': (call) => categoryById(reader, call),
  };
}

function categoryList(reader: Reader, call: Call): Promise<string> {
  const knowledgeBaseId = call.knowledgeBase.id;
  return readList(reader, call, {
    type: 'knowledge_base_category',
    parseOrder: CATEGORY_ORDER,
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
