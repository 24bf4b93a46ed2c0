import { randomBytes } from 'node:crypto';
import type { Database } from '@guidepost/postgres';
import { issueAccessKey } from '../../services/forum-service/src/tenants/access-keys.ts';
import { accountWebhooks } from '../../services/forum-service/src/tenants/webhooks.ts';
import { writeDialogs, writeForum } from '../../services/forum-service/src/testing/content.ts';
import { operatorNamed } from '../../services/forum-service/src/testing/operator.ts';
import type { ForumPosts } from './forum-posts.ts';

const SLUG = 'faults';

/** Far from the ids of what is posted. */
const DIALOG = 1_000_000_000;

/** A forum with a key, a webhook for comments, and a dialog that a person follows. */
export async function prepareForum(
  database: Database,
  webhooks: string,
): Promise<Omit<ForumPosts, 'origin'>> {
  const forum = await writeForum(database, { slug: SLUG });
  await writeDialogs(database, forum, [{ id: DIALOG }]);
  await database.none(
    `insert into followers (forum_id, dialog_id, email, person, confirmed)
     values ($1, $2, 'follower@example.com', $3, true)`,
    [forum, DIALOG, randomBytes(32)],
  );
  const { key } = await issueAccessKey(database, SLUG, { name: 'faults' });
  const change = { account: SLUG, actor: operatorNamed('faults') };
  await accountWebhooks(database).add(change, { url: webhooks, types: ['comment.created'] });
  return { slug: SLUG, key, dialog: DIALOG };
}
