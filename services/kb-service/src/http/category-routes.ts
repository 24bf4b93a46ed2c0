import type { WrittenBody } from '@guidepost/http';
import { parseId } from '@guidepost/service-kit';
import {
  CATEGORY_FIELDS,
  type CategoryParent,
  findAnyCategory,
  findCategoryById,
  listAllCategories,
  listCategories,
} from '../content/categories.ts';
import { sortParameter } from './json-api/page.ts';
import type { Call, EndpointDescription, Moved, Routes } from './reading/endpoint.ts';
import { listParameters, oneParameters } from './reading/parameters.ts';
import { type Parent, parentOf } from './reading/parent.ts';
import { readList } from './reading/read-list.ts';
import { readOne } from './reading/read-resource.ts';
import type { Reader } from './reading/reader.ts';

const SORT = sortParameter(CATEGORY_FIELDS, 'by position');

const LIST: EndpointDescription = {
  summary: 'List categories',
  description: 'Categories with published guides in them or below.',
  parameters: listParameters('knowledge_base_category', SORT),
  answer: { type: 'knowledge_base_category', list: true },
};

const BY_ID: EndpointDescription = {
  summary: 'Get a category by id',
  parameters: oneParameters('knowledge_base_category'),
  answer: { type: 'knowledge_base_category' },
};

const CHILDREN: EndpointDescription = { ...LIST, summary: 'List the child categories of a category' };

const OF_GUIDE: EndpointDescription = { ...LIST, summary: 'List the categories of a guide' };

export function categoryRoutes(reader: Reader): Routes {
  return {
    '/:host/categories': { get: { ...LIST, handle: (call) => categoryList(reader, call) } },
    '/:host/categories/:id': { get: { ...BY_ID, handle: (call) => categoryById(reader, call) } },
    '/:host/categories/:id/child_categories': {
      get: { ...CHILDREN, handle: (call) => childCategories(reader, call) },
    },
    '/:host/guides/:id/categories': {
      get: { ...OF_GUIDE, handle: (call) => categoriesOfGuide(reader, call) },
    },
  };
}

function childCategories(reader: Reader, call: Call): Promise<WrittenBody> {
  const relationship = 'child_categories';
  const parent = parentOf(call, { type: 'knowledge_base_category', relationship });
  return categoryList(reader, call, { ...parent, by: 'parent' });
}

function categoriesOfGuide(reader: Reader, call: Call): Promise<WrittenBody> {
  const parent = parentOf(call, { type: 'guide', relationship: 'categories' });
  return categoryList(reader, call, { ...parent, by: 'guide' });
}

function categoryList(reader: Reader, call: Call, parent?: Parent & CategoryParent): Promise<WrittenBody> {
  const { id: knowledgeBaseId, language } = call.knowledgeBase;
  return readList(reader, call, {
    type: 'knowledge_base_category',
    parent,
    list: ({ page, sort }) =>
      call.writer && !parent
        ? listAllCategories(reader.database, { knowledgeBaseId, language, page, sort })
        : listCategories(reader.contentFor(call), { knowledgeBaseId, language, page, sort, parent }),
  });
}

function categoryById(reader: Reader, call: Call): Promise<WrittenBody | Moved> {
  const id = parseId(call.path.id);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'knowledge_base_category',
    find: async () => {
      if (!id) return null;
      return call.writer
        ? findAnyCategory(reader.database, { knowledgeBaseId, id })
        : findCategoryById(reader.contentFor(call), { knowledgeBaseId, id });
    },
  });
}
