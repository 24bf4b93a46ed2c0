import { type Executor, sql } from '@guidepost/postgres';
import { giveSlug } from '../../../content/former-slugs.ts';
import type { KnowledgeBase } from '../../../model/knowledge-base.ts';
import type { ImportSource, SourceGuide } from '../import-source.ts';
import type { Rename } from '../import-summary.ts';

interface GuideWithoutSource {
  id: number;
  slug: string;
  file_hash: string | null;
}

const listGuidesToMove = sql`
  -- Guides that are missing from the source ($2: slugs), with what their files were.
  select g.id, g.slug, g.file_hash
  from guides g
  where g.knowledge_base_id = $1
    and not exists (select from unnest($2::text[]) as s (slug) where s.slug = g.slug)
  order by g.id
`;
const findNewSlugs = sql`
  -- Those of the slugs $2 that no guide has.
  select s.slug
  from unnest($2::text[]) as s (slug)
  where not exists (select from guides g where g.knowledge_base_id = $1 and g.slug = s.slug)
`;

/**
 * Renames guides whose files have moved: a new guide of the source names a former slug, or is what a missing one was.
 * Otherwise the import would create them again and leave the old ones.
 */
export async function followMoves(
  transaction: Executor,
  { id: knowledgeBaseId, language }: Pick<KnowledgeBase, 'id' | 'language'>,
  source: ImportSource,
): Promise<Rename[]> {
  const slugs = source.guides.map(({ slug }) => slug);
  const unknown = await transaction.any<{ slug: string }>(findNewSlugs([knowledgeBaseId, slugs]));
  if (unknown.length === 0) return [];
  const present = [...slugs, ...source.leftOut.flatMap((left) => left.slugs ?? [])];
  const missing = await transaction.any<GuideWithoutSource>(listGuidesToMove([knowledgeBaseId, present]));
  if (missing.length === 0) return [];
  const isNew = new Set(unknown.map(({ slug }) => slug));
  const added = source.guides.filter(({ slug }) => isNew.has(slug));
  const pairs = pairByName(added, missing);
  // A part of a manual says nothing about guides that it does not have, and a help centre knows its guides by numbers.
  if (!source.isPart && !source.withSlugs) await pairByContent(pairs, { added, missing, language });
  for (const [{ slug: newSlug }, { id: guideId, slug }] of pairs)
    await giveSlug(transaction, { knowledgeBaseId, guideId, slug, newSlug });
  return Array.from(pairs, ([{ slug }, { slug: former }]) => ({ former, slug }));
}

type Pairs = Map<SourceGuide, GuideWithoutSource>;

function pairByName(added: readonly SourceGuide[], missing: readonly GuideWithoutSource[]): Pairs {
  const free = new Map(missing.map((guide) => [guide.slug, guide]));
  const pairs: Pairs = new Map();
  for (const guide of added) {
    const former = guide.former.find((slug) => free.has(slug));
    const found = free.get(former ?? '');
    if (!found) continue;
    pairs.set(guide, found);
    free.delete(found.slug);
  }
  return pairs;
}

/** Only what there is once on both sides. */
async function pairByContent(
  pairs: Pairs,
  {
    added,
    missing,
    language,
  }: { added: readonly SourceGuide[]; missing: readonly GuideWithoutSource[]; language: string },
): Promise<void> {
  const paired = new Set(pairs.values());
  const left = missing.filter((guide) => guide.file_hash !== null && !paired.has(guide));
  if (left.length === 0) return;
  const byHash = Map.groupBy(left, ({ file_hash }) => file_hash);
  const candidates: [SourceGuide, string][] = [];
  for (const guide of added) {
    if (!pairs.has(guide)) candidates.push([guide, (await guide.read(language)).fileHash]);
  }
  for (const [hash, same] of Map.groupBy(candidates, ([, fileHash]) => fileHash)) {
    const [guide, ...others] = same;
    const [found, ...doubles] = byHash.get(hash) ?? [];
    if (guide && found && others.length === 0 && doubles.length === 0) pairs.set(guide[0], found);
  }
}

const findRenamedGuides = sql`
  -- Former slugs in a source ($2) that no guide has now, with the current slug. Leaves out guides that the source
  -- has under their current slugs; returns the latest former slug of each guide.
  select named.former, named.slug
  from (
    select distinct on (f.guide_id) f.slug as former, g.slug
    from former_slugs f
    join guides g on g.knowledge_base_id = f.knowledge_base_id and g.id = f.guide_id
    where f.knowledge_base_id = $1
      and f.slug = any($2::text[])
      and not g.slug = any($2::text[])
      and not exists (select from guides o where o.knowledge_base_id = $1 and o.slug = f.slug)
    order by f.guide_id, f.left_at desc, f.slug
  ) named
  order by named.former
`;

/**
 * Gives guides of the source the slugs to which they have been renamed here. Otherwise the import would create them
 * again and take their former slugs.
 */
export async function followRenames(
  transaction: Executor,
  knowledgeBaseId: number,
  source: ImportSource,
): Promise<{ source: ImportSource; renames: Rename[] }> {
  const leftOutSlugs = source.leftOut.flatMap(({ slugs = [] }) => slugs);
  const slugs = [...source.guides.map(({ slug }) => slug), ...leftOutSlugs];
  const renames = await transaction.any<Rename>(findRenamedGuides([knowledgeBaseId, slugs]));
  const present = new Map(renames.map(({ former, slug }) => [former, slug]));
  const guides = source.guides.map((guide) => ({ ...guide, slug: present.get(guide.slug) ?? guide.slug }));
  const leftOut = source.leftOut.map((left) => ({
    ...left,
    slugs: left.slugs?.map((slug) => present.get(slug) ?? slug),
  }));
  const translations =
    source.translations?.map((one) => ({ ...one, of: present.get(one.of) ?? one.of })) ?? [];
  return { source: { ...source, guides, translations, leftOut }, renames };
}
