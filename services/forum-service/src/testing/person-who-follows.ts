import { createMail } from '@guidepost/mail';
import type { Database } from '@guidepost/postgres';
import { createIdentityHash } from '../model/identity.ts';
import { foldEmail } from '../model/person.ts';
import { tellFollowers } from '../notices/tell-followers.ts';
import { createPosterSecret } from '../people/posters.ts';
import { noteAnswers } from '../posts/news-for-followers.ts';
import type { TestService } from './test-service.ts';

interface Person {
  email: string;
  /** The address as it is compared. */
  folded: string;
  name: string;
  /** The text of a comment by them. */
  comment: string;
}

interface Following {
  forumId: number;
  /** A dialog of the person. */
  dialogId: number;
  person: Person;
  /** The address of someone in whose dialog the person has commented. */
  other: string;
}

/**
 * The person follows, by a confirmed address and by another spelling; others are about to get mail that quotes them.
 */
export async function writeFollowers(
  { database, context }: TestService,
  { forumId, dialogId, person, other }: Following,
): Promise<void> {
  const secret = createPosterSecret(database, undefined);
  const hash = createIdentityHash(await secret(), forumId);
  const hashed = hash('person', person.folded);
  await database.none(
    `insert into confirmed_addresses (forum_id, person, email, name) values ($1, $2, $3, $6), ($1, $4, $5, 'Bo')`,
    [forumId, hashed, person.folded, hash('person', other), other, person.name],
  );
  await writeSignIns(database, forumId, { ...person, hashed });
  await writeAttachment(database, forumId, hashed);
  const place = await database.one(
    'select id, dialog_id from comments where forum_id = $1 and author_name = $2 and text = $3 order by id limit 1',
    [forumId, person.name, person.comment],
  );
  for (const [dialog, email] of [
    [dialogId, person.email],
    [place.dialog_id, person.email],
    [place.dialog_id, other],
  ]) {
    await database.none(
      'insert into followers (forum_id, dialog_id, email, person, confirmed) values ($1, $2, $3, $4, true)',
      [forumId, dialog, email, hash('person', foldEmail(email))],
    );
  }
  await noteAnswers(database, forumId, [place.id]);
  await database.none(
    `insert into helpful_votes (forum_id, dialog_id, comment_id, voter) values ($1, $2, $3, $4)`,
    [forumId, place.dialog_id, place.id, hashed],
  );
  // Kept with a post that someone has deleted.
  await database.none(
    `insert into deleted_rows (forum_id, deleted_post_id, kind, stored)
     select k.forum_id, k.deleted_post_id, 'helpful_votes', jsonb_build_object('dialog_id', k.stored -> 'id', 'voter', $2::bytea)
     from deleted_rows k
     where k.forum_id = $1 and k.kind = 'dialogs' and k.stored ->> 'title' = 'Also gone'`,
    [forumId, hashed],
  );
  const mail = createMail({
    to: 'folder',
    folder: '/nonexistent',
    from: { name: '', address: 'a@example.com' },
  });
  await tellFollowers({ database, secret, mail, publicUrl: context.config.PUBLIC_URL });
  await mail.queue(database, {
    tenantId: 1,
    cause: `confirm:${forumId}`,
    to: person.email,
    about: `forums/${forumId}/confirmations`,
    subject: 'Confirm',
    text: 'Confirm',
    html: 'Confirm',
  });
}

/** The person is signed in and has asked for another link; another person has their address in a name. */
async function writeSignIns(
  database: Database,
  forumId: number,
  { hashed, email, folded }: Person & { hashed: Buffer },
): Promise<void> {
  await database.none(
    'insert into member_sessions (forum_id, person, hash, browser) values ($1, $2, random_hash(), $3)',
    [forumId, hashed, 'Firefox on Linux'],
  );
  await database.none(
    'insert into member_links (forum_id, hash, email, person) values ($1, random_hash(), $2, $3)',
    [forumId, folded, hashed],
  );
  await database.none(
    `insert into confirmed_addresses (forum_id, person, email, name) values ($1, random_hash(), 'carl@example.com', $2)`,
    [forumId, email],
  );
}

/** A file that the person has attached to a post. */
async function writeAttachment(database: Database, forumId: number, person: Buffer): Promise<void> {
  const bytes = 5;
  await database.none(
    `with attached as (
       insert into files (forum_id, token, media_type, bytes, name, person)
       values ($1, left(encode(random_hash(), 'hex'), 22), 'text/plain', $2, 'attached.txt', $3)
     )
     update accounts a set stored_bytes = stored_bytes + $2 from forums f where f.id = $1 and a.id = f.account_id`,
    [forumId, bytes, person],
  );
}
