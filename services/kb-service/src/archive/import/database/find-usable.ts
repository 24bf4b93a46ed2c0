import { sql } from '@guidepost/postgres';
import type { ImportSource } from '../import-source.ts';
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

/**
 * The source without the guides that cannot be imported.
 * @throws AppError `invalid` with all problems if nothing remains, or nothing is to be imported
 */
export async function findUsable(step: UsableImport, leftOut: readonly LeftOut[]): Promise<ImportSource> {
  const source = await leaveOut(step, step.source, leftOut);
  const references = await checkAgainstDatabase(step, source);
  const usable = await leaveOut(step, source, references.leftOut);
  const isRefused = references.mistakes.length > 0 || (step.strict && usable.leftOut.length > 0);
  const remaining = isRefused ? await checkContent({ ...step, source: usable }) : [];
  const isNothing = usable.guides.length === 0 && usable.leftOut.length > 0;
  if (isRefused || isNothing)
    refuse([...references.mistakes, ...problemsOf([...usable.leftOut, ...remaining])]);
  return usable;
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
