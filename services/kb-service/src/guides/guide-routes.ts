import { parseId, parseSlug } from '../reading/identifiers.ts';
import { readList } from '../reading/list.ts';
import { readOne } from '../reading/one.ts';
import { collectionPath, type Reader } from '../reading/reader.ts';
import type { Call, Moved, Routes } from '../reading/routes.ts';
import { findRenamedGuide } from './former-slugs.ts';
import { GUIDE_FILTERS, parseGuideFilter } from './guide-filter.ts';
import { GUIDE_ORDER, listGuides } from './guide-list.ts';
import { findGuideById, findGuideBySlug } from './guides.ts';

export function guideRoutes(reader: Reader): Routes {
  return {
    '/:host/guides': (call) => guideList(reader, call),
    '/:host/guides/:id': (call) => guideById(reader, call),
    '/:host/guides/slug/:slug': (call) => guideBySlug(reader, call),
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
