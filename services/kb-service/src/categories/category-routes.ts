import { parseId } from '../reading/identifiers.ts';
import { readList } from '../reading/list.ts';
import { readOne } from '../reading/one.ts';
import { type Parent, parentOf } from '../reading/parent.ts';
import type { Reader } from '../reading/reader.ts';
import type { Call, Routes } from '../reading/routes.ts';
import { CATEGORY_ORDER, type CategoryParent, findCategoryById, listCategories } from './categories.ts';

export function categoryRoutes(reader: Reader): Routes {
  return {
    '/:host/categories': (call) => categoryList(reader, call),
    '/:host/categories/:id': (call) => categoryById(reader, call),
    '/:host/categories/:id/child_categories': (call) => childCategories(reader, call),
    '/:host/guides/:id/categories': (call) => categoriesOfGuide(reader, call),
  };
}

function childCategories(reader: Reader, call: Call): Promise<string> {
  const relationship = 'child_categories';
  const parent = parentOf(call, { type: 'knowledge_base_category', relationship });
  return categoryList(reader, call, { ...parent, by: 'parent' });
}

function categoriesOfGuide(reader: Reader, call: Call): Promise<string> {
  const parent = parentOf(call, { type: 'guide', relationship: 'categories' });
  return categoryList(reader, call, { ...parent, by: 'guide' });
}

function categoryList(reader: Reader, call: Call, parent?: Parent & CategoryParent): Promise<string> {
  const knowledgeBaseId = call.knowledgeBase.id;
  return readList(reader, call, {
    type: 'knowledge_base_category',
    parent,
    parseOrder: CATEGORY_ORDER,
    list: ({ page, order }) => listCategories(reader.database, { knowledgeBaseId, page, order, parent }),
  });
}

function categoryById(reader: Reader, call: Call): Promise<string> {
  const id = parseId(call.path.id);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'knowledge_base_category',
    find: async () => (id ? findCategoryById(reader.database, { knowledgeBaseId, id }) : null),
  });
}
