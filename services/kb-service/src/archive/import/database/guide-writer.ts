import { type Executor, sql } from '@guidepost/postgres';
import type { Changes } from '../import-summary.ts';

export interface GuideRecord {
  slug: string;
  title: string;
  content_html: string;
  content_bytes: number;
  /** Null publishes a new guide and leaves another unchanged. */
  published: boolean | null;
  source_hash: string;
  file_hash: string;
  broken_links: string[];
  images_left_out: string[];
}

export interface GuideWriter {
  add(guide: GuideRecord, isNew: boolean): Promise<void>;
  finish(): Promise<void>;
  /** Does not count guides of which only the hash differs. */
  readonly changes: Changes;
  /** IDs of new guides by slug. */
  readonly newIds: Map<string, number>;
}

const BATCH_GUIDES = 50;
const BATCH_BYTES = 1_000_000;

const insertGuides = sql`
  -- $2: JSON array of new guides.
  insert into guides (
    knowledge_base_id, slug, title, content_html, content_bytes, published, source_hash, file_hash, broken_links,
    images_left_out, changed_at, changed_by
  )
  select $1, s.slug, s.title, s.content_html, s.content_bytes, coalesce(s.published, true), s.source_hash, s.file_hash,
    s.broken_links, s.images_left_out, now(), current_actor()
  from json_to_recordset($2) as s (
    slug text, title text, content_html text, content_bytes integer, published boolean, source_hash text,
    file_hash text, broken_links text[], images_left_out text[]
  )
  returning id, slug
`;
const updateGuides = sql.file(new URL('./sql/update-guides.sql', import.meta.url));

export function createGuideWriter(transaction: Executor, knowledgeBaseId: number): GuideWriter {
  const changes: Changes = { created: 0, updated: 0 };
  const newIds = new Map<string, number>();
  let inserts: GuideRecord[] = [];
  let updates: GuideRecord[] = [];
  let bytes = 0;

  async function flush(): Promise<void> {
    const values = (guides: GuideRecord[]) => [knowledgeBaseId, JSON.stringify(guides)];
    if (inserts.length > 0) {
      const rows = await transaction.any<{ id: number; slug: string }>(insertGuides(values(inserts)));
      for (const { id, slug } of rows) newIds.set(slug, id);
      changes.created += rows.length;
    }
    if (updates.length > 0) {
      const rows = await transaction.any<{ slug: string }>(updateGuides(values(updates)));
      changes.updated += rows.length;
    }
    [inserts, updates, bytes] = [[], [], 0];
  }

  return {
    changes,
    newIds,
    async add(guide, isNew) {
      (isNew ? inserts : updates).push(guide);
      bytes += guide.content_bytes;
      if (inserts.length + updates.length >= BATCH_GUIDES || bytes >= BATCH_BYTES) await flush();
    },
    finish: flush,
  };
}
