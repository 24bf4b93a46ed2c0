import { sql } from '@guidepost/postgres';
import { listDeletedImports } from '../../../content/gone-guides.ts';
import type { ImportSource, SourceGuide } from '../import-source.ts';
import { type LeftOut, problemsOf, refuse } from '../problems.ts';
import { listCategories, listTags } from './categories-and-tags.ts';
import { type ContentImport, checkContent } from './import-content.ts';
import { checkReferences } from './references.ts';

interface UsableImport extends ContentImport {
  /** Whether nothing is imported if anything cannot be. */
  strict?: boolean;
}

const findKnownSlugs = sql`
  -- Those of the slugs $2 that lead to a guide, also as a former slug.
  select s.slug
  from unnest($2::text[]) as s (slug)
  where exists (select from guides g where g.knowledge_base_id = $1 and g.slug = s.slug)
    or exists (select from former_slugs f where f.knowledge_base_id = $1 and f.slug = s.slug)
`;
const findPresentSlugs = sql`
  select g.slug
  from guides g
  where g.knowledge_base_id = $1 and g.slug = any($2::text[])
`;

/**
 * The source without the guides that cannot be imported.
 * @throws AppError `invalid` with all problems if nothing remains, or nothing is to be imported
 */
export async function findUsable(step: UsableImport, leftOut: readonly LeftOut[]): Promise<ImportSource> {
  const deleted = await findDeletedHere(step);
  const source = await leaveOut(step, step.source, [...deleted, ...leftOut]);
  const references = await checkAgainstDatabase(step, source);
  const usable = await leaveOut(step, source, references.leftOut);
  const isAnyLeftOut = usable.leftOut.some((left) => !left.deleted);
  const isRefused = references.mistakes.length > 0 || (step.strict && isAnyLeftOut);
  const remaining = isRefused ? await checkContent({ ...step, source: usable }) : [];
  const isNothing = usable.guides.length === 0 && isAnyLeftOut;
  if (isRefused || isNothing)
    refuse([
      ...references.mistakes,
      ...problemsOf([...usable.leftOut.filter((left) => !left.deleted), ...remaining]),
    ]);
  return usable;
}

/** Guides that an earlier import has made and someone has deleted, unless this one overwrites what was changed here. */
async function findDeletedHere(step: UsableImport): Promise<LeftOut[]> {
  if (step.overwrite) return [];
  const deleted = await listDeletedImports(step.transaction, step.knowledgeBase.id);
  if (deleted.slugs.size === 0) return [];
  const isDeleted = ({ slug, external }: SourceGuide) =>
    external === undefined ? deleted.slugs.has(slug) : deleted.externals.has(external);
  const candidates = step.source.guides.filter(isDeleted);
  const present = await findSlugsOfGuides(step, candidates);
  return candidates.flatMap(({ slug, place }) =>
    present.has(slug) ? [] : [{ place, problems: [], slugs: [slug], empty: false, deleted: true }],
  );
}

/** Those of these guides that exist, since someone has made another one. */
async function findSlugsOfGuides(
  { transaction, knowledgeBase }: UsableImport,
  guides: readonly SourceGuide[],
): Promise<Set<string>> {
  const slugs = guides.map(({ slug }) => slug);
  const rows = await transaction.any<{ slug: string }>(findPresentSlugs([knowledgeBase.id, slugs]));
  return new Set(rows.map(({ slug }) => slug));
}

async function leaveOut(
  { transaction, knowledgeBase }: UsableImport,
  source: ImportSource,
  more: readonly LeftOut[],
): Promise<ImportSource> {
  if (source.leftOut.length + more.length === 0) return source;
  const slugs = [...source.leftOut, ...more].flatMap((left) => left.slugs ?? []);
  const rows = await transaction.any<{ slug: string }>(findKnownSlugs([knowledgeBase.id, slugs]));
  return source.without(more, new Set(rows.map(({ slug }) => slug)));
}

async function checkAgainstDatabase({ transaction, knowledgeBase }: UsableImport, source: ImportSource) {
  const categories = await listCategories(transaction, knowledgeBase.id);
  const tags = await listTags(transaction, knowledgeBase.id);
  return checkReferences(source, {
    categories: new Map(categories.map(({ slug, parent }) => [slug, parent ?? undefined])),
    tags: new Set(tags.map(({ slug }) => slug)),
  });
}
