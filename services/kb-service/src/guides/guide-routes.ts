import { parseId, parseSlug } from '../reading/identifiers.ts';
import { readList } from '../reading/list.ts';
import { readOne } from '../reading/one.ts';
import { parentOf } from '../reading/parent.ts';
import type { Reader } from '../reading/reader.ts';
import type { Call, Routes } from '../reading/routes.ts';
import type { GuideSearch } from '../search/guide-search.ts';
import { findGuides, parseSearch } from './found-guides.ts';
import { GUIDE_FILTERS, parseGuideFilter } from './guide-filter.ts';
import { GUIDE_ORDER, type GuideFilter, listGuides } from './guide-list.ts';
import { findGuideById, findGuideBySlug } from './guides.ts';

/** A slug may be the name of a relationship: `guides/slug/tags` comes before any `guides/:id/tags`. */
export function guideRoutes(reader: Reader, search: GuideSearch): Routes {
  return {
    '/:host/guides': (call) => guideList({ reader, search }, call),
    '/:host/guides/:id': (call) => guideById(reader, call),
    '/:host/categories/:id/guides': (call) => relatedGuides(reader, call, 'category'),
    '/:host/tags/:id/guides': (call) => relatedGuides(reader, call, 'tag'),
    // Votes for a guide whose slug is "slug" have these two addresses as well.
    '/:host/guides/slug/upvote': (call) => guideBySlug(reader, call, 'upvote'),
    '/:host/guides/slug/downvote': (call) => guideBySlug(reader, call, 'downvote'),
    '/:host/guides/slug/:slug': (call) => guideBySlug(reader, call, call.path.slug),
  };
}

function guideList({ reader, search }: { reader: Reader; search: GuideSearch }, call: Call): Promise<string> {
  const { knowledgeBase, query } = call;
  const { database } = reader;
  const filter = parseGuideFilter(query);
  const words = parseSearch(query);
  return readList(reader, call, {
    type: 'guide',
    parameters: ['q', ...GUIDE_FILTERS],
    applied: [
      ...(filter ? [[`filter[${filter.by}]`, filter.value] as const] : []),
      ...(words ? [['q', words] as const] : []),
    ],
    parseOrder: GUIDE_ORDER,
    list: (request) =>
      words === undefined
        ? listGuides(database, { ...request, knowledgeBaseId: knowledgeBase.id, filter })
        : findGuides({ database, search }, { ...request, knowledgeBase, filter, words }),
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

function guideBySlug(reader: Reader, call: Call, text: string | undefined): Promise<string> {
  const slug = parseSlug(text);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'guide',
    find: async (attributes) =>
      slug ? findGuideBySlug(reader.database, { knowledgeBaseId, attributes, slug }) : null,
  });
}
