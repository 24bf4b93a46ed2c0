import { type ContentReader, type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';

interface PresentSlug {
  slug: string;
  published: boolean;
}

const find = sql`
  select g.slug, g.published
  from former_slugs f
  join guides g on g.knowledge_base_id = f.knowledge_base_id and g.id = f.guide_id
  where f.knowledge_base_id = $1 and f.slug = $2
`;

const findId = sql`
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.slug = $2
`;

/** The ID of a guide, published or not. @throws AppError `not-found`, with the current slug of a renamed guide */
export async function findGuideId(
  executor: Executor,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<number> {
  const found = await executor.oneOrNone<{ id: number }>(findId([knowledgeBaseId, slug]));
  if (found) return found.id;
  throw await noSuchSlug(executor, { knowledgeBaseId, slug });
}

/**
 * The guide that had this slug last, published or not. There are no chains, since each former slug belongs to a
 * guide.
 */
function findPresentSlug(
  executor: ContentReader,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<PresentSlug | null> {
  return executor.oneOrNone<PresentSlug>(find([knowledgeBaseId, slug]));
}

/** The current slug of a published guide by a former one. Only for slugs that no published guide has. */
export async function findRenamedGuide(
  executor: ContentReader,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<string | undefined> {
  const found = await findPresentSlug(executor, { knowledgeBaseId, slug });
  return found?.published ? found.slug : undefined;
}

/** The error for an unknown slug; it names the current slug of a renamed guide. */
export async function noSuchSlug(
  executor: Executor,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<AppError> {
  const present = await findPresentSlug(executor, { knowledgeBaseId, slug });
  const hint = present ? `; it has been renamed to ${present.slug}` : '';
  return new AppError('not-found', `There is no guide ${slug}${hint}.`);
}
