import type { Executor } from '@guidepost/postgres';
import { createAccount } from '../../services/forum-service/src/accounts/accounts.ts';
import { importForum } from '../../services/forum-service/src/archive/import/import-forum.ts';
import { readPublicUrl, readSecret } from '../../services/forum-service/src/config.ts';
import { createForum, setProperties } from '../../services/forum-service/src/forums/administration.ts';
import { addMetadataField } from '../../services/forum-service/src/forums/metadata-fields.ts';
import { createPosterSecret } from '../../services/forum-service/src/posters/poster-secret.ts';
import { type DemoForums, demoArchive, readDemoForums } from './demo-forums.ts';
import { fillDatabase } from './fill-database.ts';

await fillDatabase(process.env.FORUM_DATABASE_URL, async (transaction) => {
  const { account, forums } = await readDemoForums();
  await createAccount(transaction, account);
  for (const forum of forums) await make(transaction, account.name, forum);
});

async function make(database: Executor, account: string, forum: DemoForums['forums'][number]): Promise<void> {
  const { slug, metadata_fields, ...settings } = forum;
  await createForum(database, { ...forum, account });
  await setProperties(database, slug, settings);
  for (const field of metadata_fields) await addMetadataField(database, slug, field);
  const secret = createPosterSecret(database, readSecret(process.env));
  const { signal } = new AbortController();
  await importForum(database, {
    slug,
    path: demoArchive(slug),
    secret,
    publicUrl: readPublicUrl(process.env),
    signal,
  });
}
