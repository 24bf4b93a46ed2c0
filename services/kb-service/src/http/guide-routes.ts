import type { WrittenBody } from '@guidepost/http';
import { parseId } from '@guidepost/service-kit';
import { findIdInAnyLanguage, findRenamedGuide } from '../content/former-slugs.ts';
import { GUIDE_FIELDS, type GuideGroup, listRelatedGuides } from '../content/list-guides.ts';
import type { Context } from '../context.ts';
import { parseSlug } from '../model/slug.ts';
import { findRequestedGuide, listRequestedGuides } from './find-guides.ts';
import {
  GUIDE_FILTERS,
  parseGuideFilter,
  parseSearch,
  SEARCH_PARAMETER,
  STATE_PARAMETER,
} from './guide-parameters.ts';
import { pageOf, sortParameter } from './json-api/page.ts';
import type { Parameters } from './json-api/page-links.ts';
import { collectionPath } from './json-api/resource-links.ts';
import type { Call, Endpoint, EndpointDescription, Moved, PostCall, Routes } from './reading/endpoint.ts';
import { showsFallbacks } from './reading/languages.ts';
import { listParameters, oneParameters } from './reading/parameters.ts';
import { parentOf } from './reading/parent.ts';
import { readList } from './reading/read-list.ts';
import { readOne } from './reading/read-resource.ts';
import type { Reader } from './reading/reader.ts';

const SORT = sortParameter(GUIDE_FIELDS, 'by id, or in the order of the filtering category');

const LIST: EndpointDescription = {
  summary: 'List guides',
  description:
    'A page of published guides. A page of more than 8 MB is shortened; `meta.page_size` has its size.',
  parameters: listParameters('guide', SORT, [SEARCH_PARAMETER, ...GUIDE_FILTERS]),
  writerParameters: listParameters('guide', SORT, [SEARCH_PARAMETER, ...GUIDE_FILTERS, STATE_PARAMETER]),
  answer: { type: 'guide', list: true },
};

const BY_ID: EndpointDescription & Pick<Endpoint, 'viewed'> = {
  viewed: ({ id = '' }) => ({ reference: id, isId: true }),
  summary: 'Get a guide by id',
  parameters: oneParameters('guide'),
  writerParameters: oneParameters('guide', [STATE_PARAMETER]),
  answer: { type: 'guide' },
};

const BY_SLUG: EndpointDescription = {
  summary: 'Get a guide by slug',
  description: 'A former slug redirects to the current one.',
  parameters: oneParameters('guide'),
  writerParameters: oneParameters('guide', [STATE_PARAMETER]),
  answer: { type: 'guide', moved: true },
};

const RELATED: EndpointDescription = {
  summary: 'List the guides of a category',
  parameters: listParameters('guide', SORT),
  answer: { type: 'guide', list: true },
};

type Searching = Pick<Context, 'guideSearch' | 'readingCounts' | 'clients'>;

/** Relationship names are also valid slugs: `guides/slug/tags` precedes `guides/:id/tags`. */
export function guideRoutes(reader: Reader, searching: Searching): Routes {
  return {
    '/:host/guides': {
      get: {
        ...LIST,
        // The search index lags behind the revision.
        uncached: (query) => query.first('q') !== undefined,
        applied: appliedParameters,
        handle: (call) => guideList(reader, searching, call),
      },
    },
    '/:host/guides/:id': { get: { ...BY_ID, handle: (call) => guideById(reader, call) } },
    // Also match votes for a guide with the slug "slug".
    '/:host/guides/slug/upvote': {
      alias: true,
      get: bySlug(reader, () => 'upvote'),
    },
    '/:host/guides/slug/downvote': {
      alias: true,
      get: bySlug(reader, () => 'downvote'),
    },
    '/:host/guides/slug/:slug': { get: bySlug(reader, ({ slug }) => slug) },
    '/:host/categories/:id/guides': {
      get: { ...RELATED, handle: (call) => relatedGuides(reader, call, 'category') },
    },
    '/:host/tags/:id/guides': {
      get: {
        ...RELATED,
        summary: 'List the guides with a tag',
        handle: (call) => relatedGuides(reader, call, 'tag'),
      },
    },
  };
}

function bySlug(reader: Reader, slugOf: (path: Call['path']) => string | undefined): Endpoint {
  return {
    ...BY_SLUG,
    viewed: (path) => ({ reference: slugOf(path) ?? '', isId: false }),
    handle: (call) => guideBySlug(reader, call, slugOf(call.path)),
  };
}

async function guideList(reader: Reader, searching: Searching, call: PostCall): Promise<WrittenBody> {
  const sources = { ...reader, search: searching.guideSearch };
  const { total, ...document } = await readList(reader, call, {
    type: 'guide',
    applied: appliedParameters(call),
    list: (request) => listRequestedGuides(sources, call, request),
  });
  const { parameters, query, writer } = call;
  const words = parseSearch(parameters);
  // A filter may leave out what is there.
  if (words !== undefined && pageOf(parameters).offset === 0 && !writer)
    countSearch(searching, call, { words, inVain: total === 0 && !parseGuideFilter(query) });
  return document;
}

function countSearch(
  { readingCounts, clients }: Searching,
  { knowledgeBase, request, keyed }: PostCall,
  { words, inVain }: { words: string; inVain: boolean },
): void {
  const address = (keyed ? clients.claimedAddressOf : clients.addressOf)(request);
  readingCounts.countSearch({ tenantId: knowledgeBase.id, query: words, inVain, address }, request);
}

function appliedParameters({ query, parameters, writer }: Call): Parameters {
  const state = parameters.text('filter[state]');
  const filter = parseGuideFilter(query);
  const words = parseSearch(parameters);
  return [
    ...(filter ? [[`filter[${filter.by}]`, filter.value] as const] : []),
    ...(words ? [['q', words] as const] : []),
    ...(writer && state ? [['filter[state]', state] as const] : []),
  ];
}

function relatedGuides(reader: Reader, call: Call, by: GuideGroup): Promise<WrittenBody> {
  const type = by === 'category' ? 'knowledge_base_category' : 'tag';
  const parent = parentOf(call, { type, relationship: 'guides' });
  const { id: knowledgeBaseId, language } = call.knowledgeBase;
  return readList(reader, call, {
    type: 'guide',
    parent,
    list: (request) =>
      listRelatedGuides(reader.contentFor(call), {
        ...request,
        knowledgeBaseId,
        language,
        withFallbacks: showsFallbacks(call),
        parent: { by, id: parent.id },
      }),
  });
}

function guideById(reader: Reader, call: Call): Promise<WrittenBody | Moved> {
  const id = parseId(call.path.id);
  return readOne(reader, call, {
    type: 'guide',
    find: async (request) => (id ? findRequestedGuide(reader, call, { ...request, name: { id } }) : null),
  });
}

function guideBySlug(reader: Reader, call: Call, text: string | undefined): Promise<WrittenBody | Moved> {
  const slug = parseSlug(text);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'guide',
    find: async (request) => {
      if (!slug) return null;
      const found = await findRequestedGuide(reader, call, { ...request, name: { slug } });
      if (found || !showsFallbacks(call)) return found;
      const id = await findIdInAnyLanguage(reader.contentFor(call), { ...call, slug });
      return id === undefined ? null : findRequestedGuide(reader, call, { ...request, name: { id } });
    },
    findElsewhere: async () => {
      const present = slug && (await findRenamedGuide(reader.contentFor(call), { knowledgeBaseId, slug }));
      return (
        present && `${collectionPath(reader.mount, call.knowledgeBase.main_host, 'guide')}/slug/${present}`
      );
    },
  });
}
