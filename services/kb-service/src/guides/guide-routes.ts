import { parseId, parseSlug } from '../reading/identifiers.ts';
import { readList } from '../reading/list.ts';
import { readOne } from '../reading/one.ts';
import { listParameters, oneParameters } from '../reading/parameters.ts';
import { collectionPath, type Reader } from '../reading/reader.ts';
import type { Call, EndpointDescription, Moved, Routes } from '../reading/routes.ts';
import { findRenamedGuide } from './former-slugs.ts';
import { GUIDE_FILTERS, parseGuideFilter } from './guide-filter.ts';
import { GUIDE_SORTING, listGuides } from './guide-list.ts';
import { findGuideById, findGuideBySlug } from './guides.ts';

const LIST: EndpointDescription = {
  summary: 'List guides',
  description:
    'Published guides, a page of them. A page of more than 8 MB ends early and says so in `meta.page_size`.',
  parameters: listParameters('guide', GUIDE_SORTING, GUIDE_FILTERS),
  answer: { type: 'guide', list: true },
};

const BY_ID: EndpointDescription = {
  summary: 'A guide by its id',
  parameters: oneParameters('guide'),
  answer: { type: 'guide' },
};

const BY_SLUG: EndpointDescription = {
  summary: 'A guide by its slug',
  description: 'A slug that the guide had before it was renamed leads to the present one in one step.',
  parameters: oneParameters('guide'),
  answer: { type: 'guide', moved: true },
};

export function guideRoutes(reader: Reader): Routes {
  return {
    '/:host/guides': { get: { ...LIST, handle: (call) => guideList(reader, call) } },
    '/:host/guides/:id': { get: { ...BY_ID, handle: (call) => guideById(reader, call) } },
    '/:host/guides/slug/:slug': { get: { ...BY_SLUG, handle: (call) => guideBySlug(reader, call) } },
  };
}

function guideList(reader: Reader, call: Call): Promise<string> {
  const filter = parseGuideFilter(call.query);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readList(reader, call, {
    type: 'guide',
    sorting: GUIDE_SORTING,
    applied: filter ? [[`filter[${filter.by}]`, filter.value]] : [],
    list: (request) => listGuides(reader.database, { ...request, knowledgeBaseId, filter }),
  });
}

function guideById(reader: Reader, call: Call): Promise<string | Moved> {
  const id = parseId(call.path.id);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'guide',
    find: async (attributes) =>
      id ? findGuideById(reader.database, { knowledgeBaseId, attributes, id }) : null,
  });
}

function guideBySlug(reader: Reader, call: Call): Promise<string | Moved> {
  const slug = parseSlug(call.path.slug);
  const knowledgeBaseId = call.knowledgeBase.id;
  return readOne(reader, call, {
    type: 'guide',
    find: async (attributes) =>
      slug ? findGuideBySlug(reader.database, { knowledgeBaseId, attributes, slug }) : null,
    findElsewhere: async () => {
      const present = slug && (await findRenamedGuide(reader.database, { knowledgeBaseId, slug }));
      return present && `${collectionPath(reader.mount, call.knowledgeBase.host, 'guide')}/slug/${present}`;
    },
  });
}
