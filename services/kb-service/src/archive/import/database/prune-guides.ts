import { type Executor, sql } from '@guidepost/postgres';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import type { ImportSource } from '../import-source.ts';

interface PruningImport {
  transaction: Executor;
  knowledgeBase: Pick<KnowledgeBase, 'id'>;
  source: ImportSource;
  /** The slugs that the source has; by default those of its guides. */
  present?: readonly string[];
  prune?: boolean;
  overwrite?: boolean;
}

const unpublishGuides = sql`
  -- Returns only the guides that changed.
  update guides g
  set published = false, updated_at = now(),
    edit_revision = g.edit_revision + 1, changed_at = now(), changed_by = current_actor()
  where g.knowledge_base_id = $1 and g.slug = any($2::text[]) and g.published
  returning g.slug
`;
const listGuidesGone = sql`
  -- Imported guides that are missing from the source ($2: slugs).
  select g.slug, g.edited
  from guides g
  where g.knowledge_base_id = $1
    and g.source_hash is not null
    and not exists (select from unnest($2::text[]) as s (slug) where s.slug = g.slug)
  order by g.slug
`;

const NOT_PRUNED =
  '--prune: nothing was unpublished, since a guide that is left out may be any of those that are missing';

/** Unpublishes guides that are missing from the source in a language, if the import prunes. */
export async function pruneGuides(step: PruningImport) {
  const { source, prune = false, overwrite } = step;
  const missing = await findGuidesGone(step);
  const kept = missing.filter(({ edited }) => prune && edited && !overwrite);
  const gone = missing.filter((guide) => !kept.includes(guide)).map(({ slug }) => slug);
  const isPossible = source.leftOut.every(({ slugs }) => slugs !== undefined);
  const unpublished = prune && isPossible ? await unpublish(step, gone) : undefined;
  return {
    gone,
    kept: kept.map(({ slug }) => slug),
    unpublished,
    remarks: prune && !isPossible ? [NOT_PRUNED] : [],
  };
}

interface GuideGone {
  slug: string;
  edited: boolean;
}

async function findGuidesGone({
  transaction,
  knowledgeBase,
  source,
  present = source.guides.map(({ slug }) => slug),
}: PruningImport): Promise<GuideGone[]> {
  if (source.isPart) return [];
  const leftOut = source.leftOut.flatMap(({ slugs = [] }) => slugs);
  const slugs = [...present, ...leftOut];
  return transaction.any<GuideGone>(listGuidesGone([knowledgeBase.id, slugs]));
}

async function unpublish({ transaction, knowledgeBase }: PruningImport, slugs: string[]): Promise<string[]> {
  const rows = await transaction.any<{ slug: string }>(unpublishGuides([knowledgeBase.id, slugs]));
  return rows.map(({ slug }) => slug).sort();
}
