import { type Executor, isUniqueViolation, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { MetadataField } from '../model/forum.ts';
import { type Account, accountOf } from './accounts.ts';
import { changeForum } from './change-forum.ts';
import { requireForum } from './find-forum.ts';

const insert = sql`
  insert into metadata_fields (forum_id, name, type, maximum)
  values ($1, $2, $3, $4)
`;
const list = sql`
  select name, type, maximum
  from metadata_fields
  where forum_id = $1
  order by name
`;
const remove = sql`
  delete from metadata_fields
  where forum_id = $1 and name = $2
  returning name
`;

/**
 * @throws AppError `conflict` when the field exists, `forbidden` when the account does not allow metadata, `not-found`
 */
export async function addMetadataField(
  database: Executor,
  slug: string,
  { name, type, maximum }: MetadataField,
): Promise<void> {
  try {
    await changeForum(database, slug, async (transaction, { id }) => {
      const account = await accountOf(transaction, id);
      if (!account.allows_metadata) throw withoutMetadata(slug, account);
      await transaction.none(insert([id, name, type, maximum]));
      return { changed: true, result: undefined };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', `${slug} already has a metadata field ${name}.`, {
      reason: 'fieldTaken',
      cause: error,
    });
  }
}

/** @throws AppError `not-found` */
export async function listMetadataFields(database: Executor, slug: string): Promise<MetadataField[]> {
  const { id } = await requireForum(database, slug);
  return database.any<MetadataField>(list([id]));
}

/** Removes a field; stored values stay with their dialogs. @throws AppError `not-found` */
export function removeMetadataField(database: Executor, slug: string, name: string): Promise<void> {
  return changeForum(database, slug, async (transaction, { id }) => {
    if ((await transaction.oneOrNone(remove([id, name]))) === null)
      throw new AppError('not-found', `${slug} has no metadata field ${name}.`);
    return { changed: true, result: undefined };
  });
}

function withoutMetadata(slug: string, { name }: Account): AppError {
  const remedy = `forum account set "${name}" metadata on`;
  return new AppError(
    'forbidden',
    `The account of ${slug} does not allow metadata fields. To allow them: ${remedy}`,
  );
}
