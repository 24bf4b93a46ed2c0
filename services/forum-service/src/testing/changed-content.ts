import type { Database } from '@guidepost/postgres';
import { mergeDialogs } from '../moderation/merge-dialogs.ts';
import { deleteComments, deleteDialogs } from '../posts/delete-posts.ts';
import { issueAccessKey } from '../tenants/account-settings.ts';
import { accountWebhooks } from '../tenants/webhooks.ts';
import { writeComments, writeDialogs } from './content.ts';
import { TOKEN } from './every-change.ts';
import { operatorNamed } from './posts.ts';

/** `$1` is the forum. */
const CHANGED_ROWS = `
  insert into metadata_fields (forum_id, name, type, maximum) values ($1, 'model', 'text', 50);
  insert into canned_answers (forum_id, id, name, text) overriding system value
    select $1, id, 'Answer ' || id, 'Hi.' from unnest('{51,52,53,61,62,63}'::int[]) as id;
  insert into blocked_senders (forum_id, id, email) overriding system value
    select $1, id, id || '@example.com' from unnest('{71,72,73}'::int[]) as id;
  insert into blocked_senders (forum_id, id, email) overriding system value values ($1, 79, 'spam@example.com');
  insert into held_hosts (forum_id, id, host) overriding system value
    select $1, id, id || '.example' from unnest('{91,92,93}'::int[]) as id;
  insert into spam_actions (forum_id, id, done_by, posters, deleted_posts, blocks, reports, hosts) overriding system value
    select $1, id, 'Bo', '{}', '{}', '{}', '{}', '{}' from unnest('{91,92,93}'::int[]) as id;
  insert into forum_logos (forum_id, token, media_type, digest, width, height, bytes)
    values ($1, '${TOKEN}', 'image/png', repeat('0', 64), 1, 2, '\\x00ff'::bytea);
  insert into files (forum_id, token, media_type, bytes, name) values ($1, '${TOKEN}', 'text/plain', 5, 'a.txt');
  insert into addresses (forum_id, address, page, made_by, made_with) values ($1, '/known', 'home', 'Bo', 'cli');
  insert into addresses (forum_id, id, address, page, made_by, made_with) overriding system value
    select $1, id, '/old-' || id, 'home', 'Bo', 'cli' from unnest('{81,82,83,84}'::int[]) as id;
  update tags set is_public = true where forum_id = $1 and name = 'Blue'`;

/** The content that every function and every request changes in the tests of permissions. */
export async function writeChanged(database: Database, forumId: number): Promise<void> {
  await writeDialogs(database, forumId, [
    { id: 1001, tags: ['red', 'Blue'] },
    { id: 1002 },
    { id: 1004 },
    ...idsFrom(11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26, 27, 29, 31, 33, 34, 35, 36).map(
      (id) => ({
        id,
      }),
    ),
    ...[1003, ...idsFrom(12, 32)].map((id) => ({ id, archived: true })),
    ...idsFrom(24).map((id) => ({ id, tags: ['red'] })),
  ]);
  const comments = [1011, 1013, ...idsFrom(41, 43, 44, 45, 46, 47)].map((id) => ({ id, dialog_id: 1001 }));
  const held = [1012, ...idsFrom(42)].map((id) => ({ id, dialog_id: 1001, held: true }));
  await writeComments(database, forumId, [...comments, ...held]);
  await database.none(CHANGED_ROWS, [forumId]);
  await database.none(
    `insert into reports (forum_id, id, dialog_id, reporter, poster_id, author_name, reason) overriding system value
     select forum_id, case id when 1001 then 1 else id end, id, random_hash(), poster_id, 'Bo', 'Rude' from dialogs
     where id = 1001 or id between 211 and 213;
     update dialogs set waiting_since = now() where id = 1001 or id between 181 and 183`,
  );
  await database.none(
    `insert into notes (forum_id, dialog_id, text, written_by) select $1, 1001, 'Note ' || n, 'Eva' from generate_series(1, 4) n`,
    [forumId],
  );
  const change = { account: 'help', actor: operatorNamed('Test') };
  const deletion = { slug: 'help', ...change };
  await deleteDialogs(database, { ...deletion, action: 'dialog delete' }, [1004, ...idsFrom(34, 35, 36)]);
  await deleteComments(database, { ...deletion, action: 'comment delete' }, [1013, ...idsFrom(45, 46)]);
  // Merges have the numbers 1 to 4.
  for (const id of idsFrom(29)) {
    const merge = { ids: [id], into: 1001, publicUrl: 'https://forum.example' };
    await mergeDialogs(database, { ...deletion, action: 'dialog merge' }, merge);
  }
  await issueAccessKey(database, change, { name: 'shop' });
  await accountWebhooks(database).add(change, { url: 'https://192.0.2.8/', types: [] });
  await accountWebhooks(database).test(change, 1);
}

/** Ids of what is written for them: the first two digits, and who changes it. */
function idsFrom(...tens: number[]): number[] {
  return tens.flatMap((ten) => [1, 2, 3, 4].map((n) => ten * 10 + n));
}
