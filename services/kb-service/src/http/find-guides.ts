import type { Searcher } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { findGuideById, findGuideBySlug } from '../content/find-guide.ts';
import { listGuides } from '../content/list-guides.ts';
import type { ListedRows, ResourceRow } from '../model/listing.ts';
import { searchGuides } from '../search/search-guides.ts';
import {
  listWithEditingFacts,
  listWorkingCopies,
  withEditingFacts,
} from '../writing/drafts/list-working-copies.ts';
import type { GuideEditState } from '../writing/drafts/working-copy.ts';
import { parseGuideFilter, parseSearch } from './guide-parameters.ts';
import type { Call } from './reading/endpoint.ts';
import { showsFallbacks } from './reading/languages.ts';
import type { ListRequest } from './reading/read-list.ts';
import type { FindRequest } from './reading/read-resource.ts';
import type { Reader } from './reading/reader.ts';

type Sources = Pick<Reader, 'database' | 'contentFor'>;

/** A guide by its ID or its current slug. */
export type GuideName = { id: number } | { slug: string };

const FIRST = { number: 1, size: 1, offset: 0 };

/**
 * A page of the guides that a request asks for: those of readers, all or what `q` finds, or working copies for keys
 * that may write, if `filter[state]` says so.
 */
export async function listRequestedGuides(
  { database, contentFor, search }: Sources & { search: Searcher },
  call: Call,
  request: ListRequest,
): Promise<ListedRows> {
  const { knowledgeBase, writer, parameters, query } = call;
  const { id: knowledgeBaseId, language } = knowledgeBase;
  const words = parseSearch(parameters);
  const withFallbacks = showsFallbacks(call);
  const list = { ...request, knowledgeBaseId, language, withFallbacks, filter: parseGuideFilter(query) };
  const state = (writer && parameters.text('filter[state]')) ?? 'published';
  if (state !== 'published') {
    if (words !== undefined) throw searchesPublished();
    return listWorkingCopies(database, { ...list, ...stateOf(state) });
  }
  if (words !== undefined) {
    // Without a snapshot, since a search waits for more than one connection.
    const found = await searchGuides({ database, search }, { ...list, knowledgeBase, words });
    return writer ? withEditingFacts(database, knowledgeBaseId, found) : found;
  }
  if (!writer) return listGuides(contentFor(call), list);
  return listWithEditingFacts(database, knowledgeBaseId, (snapshot) => listGuides(snapshot, list));
}

/** The same for one guide. Without `filter[state]`, a guide that readers do not see is its working copy. */
export async function findRequestedGuide(
  { database, contentFor }: Sources,
  call: Call,
  { name, ...request }: FindRequest & { name: GuideName },
): Promise<ResourceRow | null> {
  const { writer, parameters, knowledgeBase } = call;
  const withFallbacks = showsFallbacks(call);
  const wanted = { ...request, ...name, knowledgeBaseId: knowledgeBase.id, withFallbacks };
  const read = (executor: Parameters<typeof findGuideById>[0]) =>
    'id' in wanted ? findGuideById(executor, wanted) : findGuideBySlug(executor, wanted);
  if (!writer) return read(contentFor(call));
  const state = parameters.text('filter[state]');
  if (state !== undefined && state !== 'published')
    return findWorkingCopy({ database }, call, { ...request, name, state });
  const { rows } = await listWithEditingFacts(database, knowledgeBase.id, async (snapshot) => {
    const row = await read(snapshot);
    return { total: row ? 1 : 0, rows: row ? [row] : [], isCut: false };
  });
  const [published] = rows;
  if (published) return published;
  if (state) return null;
  const copy = await findWorkingCopy({ database }, call, { ...request, name });
  return copy?.published ? null : copy;
}

/** A guide as it is being edited. @param request without a state in any one */
export async function findWorkingCopy(
  { database }: Pick<Reader, 'database'>,
  { knowledgeBase }: Pick<Call, 'knowledgeBase'>,
  { mostBytes, linked, name, state = 'all' }: FindRequest & { name: GuideName; state?: string },
): Promise<ResourceRow | null> {
  const { rows } = await listWorkingCopies(database, {
    ...name,
    ...stateOf(state),
    linked,
    knowledgeBaseId: knowledgeBase.id,
    language: knowledgeBase.language,
    page: FIRST,
    sort: [],
    withContent: mostBytes !== undefined,
    mostBytes: mostBytes ?? 0,
  });
  return rows[0] ?? null;
}

function stateOf(text: string): { state?: GuideEditState } {
  return text === 'all' ? {} : { state: text as GuideEditState };
}

function searchesPublished(): AppError {
  const message = 'q finds published guides only. Leave out filter[state].';
  return new AppError('invalid', message, { source: { parameter: 'q' } });
}
