import { parseId, parseSlug } from '../reading/identifiers.ts';
import { readList } from '../reading/list.ts';
import { readOne } from '../reading/one.ts';
import { parentOf } from '../reading/parent.ts';
import type { Reader } from '../reading/reader.ts';
import type { Call, Routes } from '../reading/routes.ts';
import { GUIDE_FILTERS, parseGuideFilter } from './guide-filter.ts';
import { GUIDE_ORDER, type GuideFilter, listGuides } from './guide-list.ts';
import { findGuideById, findGuideBySlug } from './guides.ts';

/** A slug may be the name of a relationship: `guides/slug/tags` comes before any `guides/:id/tags`. */
export function guideRoutes(reader: Reader): Routes {
  return {
    '/:host/guides': (call) => guideList(reader, call),
    '/:host/guides/:id': (call) => guideById(reader, call),
    '/:host/guides/slug/:slug': (call) => guideBySlug(reader, call),
    '/:host/categories/:id/guides': (call) => relatedGuides(reader, call, 'category'),
    '/:host/tags/:id/guides': (call) => relatedGuides(reader, call, 'tag'),
  };
}

function guideList(reader: Reader, call: Call): Promise<string> {
  const filter = parseGuideFilter(call.query);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readList(reader, call, {
    type: 'guide',
    parameters: GUIDE_FILTERS,
    applied: filter ? [[`filter[${filter.by}]`, filter.value]] : [],
    parseOrder: GUIDE_ORDER,
    list: (request) => listGuides(reader.database, { ...request, knowledgeBaseId, filter }),
  });
}

function relatedGuides(reader: Reader, call: Call, by: GuideFilter['by']): Promise<string> {
  const type = by === 'category' ? 'knowledge_base_category' : 'tag';
  const parent = parentOf(call, { type, relationship: 'guides' });
  const knowledgeBaseId = call.knowledgeBase.id;
  return readList(reader, call, {
    type: 'guide',
    parent,
    parseOrder: GUIDE_ORDER,
    list: (request) =>
      listGuides(reader.database, { ...request, knowledgeBaseId, parent: { by, id: parent.id } }),
  });
}

function guideById(reader: Reader, call: Call): Promise<string> {
  const id = parseId(call.path.id);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'guide',
    find: async (attributes) =>
      id ? findGuideById(reader.database, { knowledgeBaseId, attributes, id }) : null,
  });
}

function guideBySlug(reader: Reader, call: Call): Promise<string> {
  const slug = parseSlug(call.path.slug);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'guide',
    find: async (attributes) =>
      slug ? findGuideBySlug(reader.database, { knowledgeBaseId, attributes, slug }) : null,
  });
}
