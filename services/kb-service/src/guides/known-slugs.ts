import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';

const findUnknownSlugs = preparedStatement(new URL('./sql/find-unknown-slugs.sql', import.meta.url));

/** @throws AppError `not-found` naming every slug that no guide has */
export async function requireGuides(
  transaction: Executor,
  knowledgeBaseId: number,
  slugs: readonly string[],
): Promise<void> {
  const unknown = await transaction.any<{ slug: string }>(findUnknownSlugs([knowledgeBaseId, slugs]));
  if (unknown.length === 0) return;
  const names = unknown.map(({ slug }) => slug).join(', ');
  throw new AppError('not-found', `There is no guide ${names}. Nothing was changed.`);
}
