import { type Database, sql } from '@guidepost/postgres';
import { findRelatedDocuments } from '@guidepost/search';
import type { Logger } from '@guidepost/service-kit';
import { LRUCache } from 'lru-cache';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

export interface RelatedGuide {
  id: number;
  slug: string;
  title: string;
}

export interface RelatedGuides {
  /** Published guides about much the same, the likest first; none if there are fewer than two good ones. */
  guides: RelatedGuide[];
  /** Whether changes are being indexed, after which there may be others. */
  isPassing: boolean;
}

/** @param without IDs of guides that the page lists anyway */
export type FindRelatedGuides = (
  knowledgeBase: Pick<KnowledgeBase, 'id' | 'language'>,
  guideId: number,
  without: readonly number[],
) => Promise<RelatedGuides>;

/** Less alike guides share words rather than a subject: chosen by looking at 20 guides of each of four manuals. */
const LEAST_ALIKE = 0.11;

const [FEWEST, MOST] = [2, 4];

/** More than are shown: some may be unpublished meanwhile, or listed elsewhere on the page. */
const KEPT = 16;

const MOST_KNOWN = 10_000;

const readRelated = sql`
  -- The last revision of what readers find, whether changes wait to be indexed, and which of the guides $2 are
  -- published. Changes that have waited for a minute have another reason.
  select
    coalesce((
      select s.revision
      from search_documents s
      where s.tenant_id = $1 and not s.hidden
      order by s.revision desc
      limit 1
    ), 0) as revision,
    exists (
      select
      from search_queue q
      where q.tenant_id = $1 and q.document_id > 0 and q.set_aside is null
        and q.queued_at > now() - interval '1 minute'
    ) as "isPassing",
    coalesce((
      select json_agg(json_build_object('id', g.id, 'slug', g.slug, 'title', g.title))
      from guides g
      where g.knowledge_base_id = $1 and g.id = any($2) and g.published
    ), '[]') as published
`;

interface Row {
  revision: number;
  isPassing: boolean;
  published: RelatedGuide[];
}

/**
 * Compares guides once for each revision of the search index, and looks up at each call which are published. There are
 * none while search fails (S25).
 */
export function createFindRelatedGuides(database: Database, logger: Logger): FindRelatedGuides {
  const known = new LRUCache<string, { revision: number; ids: readonly number[] }>({ max: MOST_KNOWN });
  const find: FindRelatedGuides = async (knowledgeBase, guideId, without) => {
    const key = `${knowledgeBase.id} ${guideId}`;
    const before = known.get(key);
    const read = (ids: readonly number[]) => database.one<Row>(readRelated([knowledgeBase.id, ids]));
    const first = await read(before?.ids ?? []);
    if (before?.revision === first.revision) return choose(before.ids, first, without);
    const documents = await findRelatedDocuments(database, {
      tenant: knowledgeBase,
      id: guideId,
      limit: KEPT,
    });
    const ids = documents.filter(({ likeness }) => likeness >= LEAST_ALIKE).map(({ id }) => id);
    known.set(key, { revision: first.revision, ids });
    return choose(ids, ids.length === 0 ? first : await read(ids), without);
  };
  return (...request) =>
    find(...request).catch((err: unknown) => {
      logger.warn({ err }, 'related guides cannot be found');
      return { guides: [], isPassing: true };
    });
}

function choose(
  ids: readonly number[],
  { published, isPassing }: Row,
  without: readonly number[],
): RelatedGuides {
  const found = new Map(published.map((guide) => [guide.id, guide]));
  const guides = ids.flatMap((id) => (without.includes(id) ? [] : (found.get(id) ?? []))).slice(0, MOST);
  return { guides: guides.length < FEWEST ? [] : guides, isPassing };
}
