import type { ContentReader, Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { GuideFilter } from '../content/list-guides.ts';
import type { ListedRows, ResourceRow } from '../model/listing.ts';
import { inSnapshot } from '../writing/in-snapshot.ts';
import { listWorkingCopies, withEditingFacts } from '../writing/list-working-copies.ts';
import type { GuideEditState } from '../writing/working-copy.ts';
import type { Call } from './reading/endpoint.ts';
import type { ListRequest } from './reading/read-list.ts';
import type { FindRequest } from './reading/read-resource.ts';
import type { Reader } from './reading/reader.ts';

type Reading = Pick<Reader, 'database' | 'contentFor'>;

const FIRST = { number: 1, size: 1, offset: 0 };

/**
 * Guides as keys that may write see them: working copies if `filter[state]` asks for them, else what readers see.
 * @param read what readers see
 */
export async function listEdited(
  { database, contentFor }: Reading,
  call: Call,
  request: ListRequest & { filter: GuideFilter | undefined },
  read: (content: ContentReader) => Promise<ListedRows>,
): Promise<ListedRows> {
  const { knowledgeBase, writer, parameters } = call;
  if (!writer) return read(contentFor(call));
  const state = parameters.text('filter[state]') ?? 'published';
  const isSearch = Boolean(parameters.text('q')?.trim());
  if (state === 'published') {
    const readFrom = async (executor: Executor) => {
      const listed = await read(executor);
      return { ...listed, rows: await withEditingFacts(executor, knowledgeBase.id, listed.rows) };
    };
    // A search waits for more than one connection.
    return isSearch ? readFrom(database) : inSnapshot(database, readFrom);
  }
  if (isSearch) throw searchesPublished();
  const { id: knowledgeBaseId, language } = knowledgeBase;
  return listWorkingCopies(database, { ...request, ...stateOf(state), knowledgeBaseId, language });
}

/** The same for one guide. Without `filter[state]`, one that readers do not see is its working copy. */
export async function findEdited(
  { database, contentFor }: Reading,
  call: Call,
  request: FindRequest & ({ id: number } | { slug: string }),
  read: (content: ContentReader) => Promise<ResourceRow | null>,
): Promise<ResourceRow | null> {
  const { knowledgeBase, writer, parameters } = call;
  if (!writer) return read(contentFor(call));
  const state = parameters.text('filter[state]');
  if (state !== undefined && state !== 'published')
    return findWorkingCopy({ database }, call, request, state);
  const published = await inSnapshot(database, async (snapshot) => {
    const row = await read(snapshot);
    return row && (await withEditingFacts(snapshot, knowledgeBase.id, [row]))[0];
  });
  if (published) return published;
  if (state) return null;
  const copy = await findWorkingCopy({ database }, call, request, 'all');
  return copy?.published ? null : copy;
}

export async function findWorkingCopy(
  { database }: Pick<Reader, 'database'>,
  { knowledgeBase }: Call,
  { mostBytes, ...request }: FindRequest & ({ id: number } | { slug: string }),
  state: string,
): Promise<ResourceRow | null> {
  const { rows } = await listWorkingCopies(database, {
    ...request,
    ...stateOf(state),
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
