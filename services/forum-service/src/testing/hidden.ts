import { writeComments, writeDialogs, writeForum, writeKey } from './content.ts';
import type { TestService } from './test-service.ts';

/** Marks all content that is not public. */
export const CANARY = 'canary7f3b';

/** The day until which staff have snoozed everything. */
export const SNOOZED_UNTIL = '2077-03-04';

/** A forum with every kind of hidden content, and its key. Post ids start at 1001. */
export async function writeHidden({ database, indexed }: TestService): Promise<{ key: string }> {
  const forumId = await writeForum(database, { slug: 'help' });
  await writeDialogs(database, forumId, [
    { id: 1001, title: 'Open', text: 'Everybody reads this.', tags: ['known', `${CANARY}-tag`] },
    {
      id: 1002,
      topic: 'P',
      title: `${CANARY}-archived`,
      text: `${CANARY}-archived`,
      archived: true,
      state: `${CANARY}-state`,
      name: `${CANARY}-author`,
      tags: ['known', `${CANARY}-tag`],
    },
    {
      id: 1003,
      topic: 'S',
      title: `${CANARY}-waiting`,
      text: `${CANARY}-waiting`,
      name: `${CANARY}-waiting`,
      held: true,
    },
  ]);
  await writeComments(database, forumId, [
    { id: 1011, dialog_id: 1001, text: 'Everybody reads this, too.' },
    { id: 1012, dialog_id: 1001, text: `${CANARY}-held`, name: `${CANARY}-held`, held: true },
    { id: 1013, dialog_id: 1002, text: `${CANARY}-archived` },
    { id: 1014, dialog_id: 1003, text: `${CANARY}-waiting` },
  ]);
  await database.none(`update posters set email = $1 || '-mail-' || id || '@example.com'`, [CANARY]);
  await database.none('update dialogs set metadata = $1', [{ order: `${CANARY}-metadata` }]);
  await database.none(
    `insert into post_addresses (forum_id, dialog_id, kind, claimed, sender)
     values ($1, 1001, 'dialog', '203.0.113.77', '203.0.113.78')`,
    [forumId],
  );
  await database.none(
    `insert into reports (forum_id, dialog_id, reporter, poster_id, author_name, reason)
     values ($1, 1001, random_hash(), 1001, $2, $2)`,
    [forumId, `${CANARY}-report`],
  );
  await database.none(
    `with person as (insert into staff_people (email, name) values ($2 || '@example.com', $2) returning id),
     member as (
       insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
       select f.account_id, p.id, 'author', '', now() from forums f cross join person p where f.id = $1
       returning tenant_id, person_id
     )
     insert into assignments (forum_id, dialog_id, tenant_id, person_id)
     select $1, d.id, m.tenant_id, m.person_id from dialogs d cross join member m where d.forum_id = $1`,
    [forumId, `${CANARY}-assignee`],
  );
  await database.none(
    `insert into notes (forum_id, dialog_id, text, written_by) select $1, d.id, $2, $2 from dialogs d where d.forum_id = $1`,
    [forumId, `${CANARY}-note`],
  );
  await database.none('update dialogs set waiting_since = $1', [SNOOZED_UNTIL]);
  await database.none('insert into blocked_senders (forum_id, email) values ($1, $2)', [
    forumId,
    `${CANARY}-blocked`,
  ]);
  await database.none('update tags set is_public = true where name = $1', ['known']);
  await indexed();
  return { key: await writeKey(database, forumId) };
}
