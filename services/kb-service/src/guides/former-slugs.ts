import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';

/** What a guide is called now. */
interface PresentSlug {
  slug: string;
  published: boolean;
}

const find = preparedStatement(new URL('./sql/find-present-slug.sql', import.meta.url));

/**
 * The guide that was called so last, published or not. Chains of names need no following, since each former slug
 * leads to the guide itself.
 */
function findPresentSlug(
  executor: Executor,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<PresentSlug | null> {
  return executor.oneOrNone<PresentSlug>(find([knowledgeBaseId, slug]));
}

/** The slug that a published guide has now, by one that it had. To be asked when no published guide has this slug. */
export async function findRenamedGuide(
  executor: Executor,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<string | undefined> {
  const found = await findPresentSlug(executor, { knowledgeBaseId, slug });
  return found?.published ? found.slug : undefined;
}

/** The error for a person who names a guide that no guide is called like; it says what has become of the name. */
export async function noSuchGuide(
  executor: Executor,
  { knowledgeBaseId, slug }: { knowledgeBaseId: number; slug: string },
): Promise<AppError> {
  const present = await findPresentSlug(executor, { knowledgeBaseId, slug });
  const hint = present ? `; it is called ${present.slug} now` : '';
  return new AppError('not-found', `There is no guide ${slug}${hint}.`);
}
