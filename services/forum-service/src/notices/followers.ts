import type { Mail } from '@guidepost/mail';
import { type Database, type Executor, isForeignKeyViolation, type Secret, sql } from '@guidepost/postgres';
import type { Logger } from '@guidepost/service-kit';
import { createLinkToken } from '@guidepost/staff';
import { aboutForum } from '../mail/mail-of-posts.ts';
import { type AskingLimits, hashToken, isStopToken, mayAsk } from '../mail/mailed-links.ts';
import { createAddresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { createIdentityHash } from '../model/identity.ts';
import { foldEmail } from '../model/person.ts';
import { writeConfirmation } from './write-notices.ts';

export interface FollowRequest {
  forum: Forum;
  dialogId: number;
  /** Not necessarily that of who asks. */
  email: string;
  /** IP address of the request. */
  sender: string;
  /** Whether the address is known to be theirs, since they are signed in. */
  isProven?: boolean;
}

export interface Followers {
  /** Whether mail goes anywhere. */
  readonly isOffered: boolean;
  /**
   * Follows a dialog, at once or as soon as the person confirms it. Never fails: what was posted is posted.
   * @returns whether the person is asked to confirm; the same for an address that has been confirmed, or asked too
   * often
   */
  follow(request: FollowRequest): Promise<boolean>;
  /** Stops mail about a dialog to a person who is signed in. */
  leave(request: Pick<FollowRequest, 'forum' | 'dialogId' | 'email'>): Promise<void>;
  /** Whether a link still confirms an address. */
  isWaiting(forum: Forum, token: string): Promise<boolean>;
  /** @returns whether the link was valid; it is not afterwards */
  confirm(forum: Forum, token: string): Promise<boolean>;
  /** Whether a link still stops mail about a dialog. */
  isFollowing(link: StopLink): Promise<boolean>;
  /** @returns whether the link was valid; mail programs that send it twice are told the same twice */
  stop(link: StopLink): Promise<boolean>;
}

export interface StopLink {
  forum: Forum;
  /** The id of the follower. */
  id: number;
  token: string;
}

export interface FollowersOptions {
  database: Database;
  secret: Secret;
  mail: Mail;
  limits: AskingLimits;
  publicUrl: string;
  logger: Logger;
}

const insert = sql`
  -- $2 dialog, $3 e-mail address, $4 its HMAC, $5 whether the address is proven. A follower remains.
  insert into followers as f (forum_id, dialog_id, email, person, confirmed)
  values ($1, $2, $3, $4, $5)
  on conflict (forum_id, dialog_id, person) do update
  set followed_at = case when f.confirmed then f.followed_at else now() end,
    confirmed = f.confirmed or excluded.confirmed,
    token_hash = case when not excluded.confirmed then f.token_hash end
  returning id, confirmed
`;
const leaveDialog = sql`
  -- $2 dialog, $3 person; also where the dialog is deleted and may be restored.
  with kept as (
    delete from deleted_rows
    where forum_id = $1 and kind = 'followers' and (stored ->> 'dialog_id')::bigint = $2 and (stored ->> 'person')::bytea = $3
  )
  delete from followers
  where forum_id = $1 and dialog_id = $2 and person = $3
`;
const putToken = sql`
  -- $2 follower, $3 hash of the token; the link before no longer works. No row for what has been confirmed meanwhile.
  update followers
  set token_hash = $3
  where forum_id = $1 and id = $2 and not confirmed
  returning followed_at + interval '72 hours' as expires_at
`;
const findWaiting = sql`
  -- $2 hash of the token
  select f.person
  from followers f
  where f.forum_id = $1 and f.token_hash = $2 and not f.confirmed and f.followed_at > now() - interval '72 hours'
`;
const confirmAddress = sql`
  -- Confirms the address of the follower with the token $2 for all dialogs that wait for it. No row for an unknown,
  -- used or expired link.
  with asked as (
    select f.person
    from followers f
    where f.forum_id = $1 and f.token_hash = $2 and not f.confirmed and f.followed_at > now() - interval '72 hours'
    for update
  ),
  started as (
    update followers f
    set confirmed = true, token_hash = null
    from asked a
    where f.forum_id = $1 and f.person = a.person and not f.confirmed
    returning 1
  )
  select count(*) as started
  from started
`;
const find = sql`
  select f.id
  from followers f
  where f.forum_id = $1 and f.id = $2
`;
const remove = sql`
  -- Also where the dialog is deleted and may be restored.
  with kept as (
    delete from deleted_rows
    where forum_id = $1 and kind = 'followers' and (stored ->> 'id')::bigint = $2
  )
  delete from followers
  where forum_id = $1 and id = $2
`;

export function createFollowers(options: FollowersOptions): Followers {
  const { database, secret, mail, limits, logger } = options;

  async function follow(request: FollowRequest): Promise<void> {
    const { forum, dialogId, email, isProven = false } = request;
    const person = createIdentityHash(await secret(), forum.id)('person', foldEmail(email));
    const follower = await database.one<{ id: number; confirmed: boolean }>(
      insert([forum.id, dialogId, email, person, isProven]),
    );
    if (follower.confirmed || !(await mayAsk(limits, request))) return;
    await database.tx('ask-to-confirm', (transaction) =>
      ask(transaction, options, { ...request, ...follower }),
    );
  }

  const isValid = async ({ forum, id, token }: StopLink) =>
    isStopToken(secret, { forumId: forum.id, id }, token);

  return {
    isOffered: mail.isQueued,
    async follow(request) {
      if (!mail.isQueued) return false;
      await follow(request).catch((err) => {
        // The dialog has been deleted meanwhile.
        if (!isForeignKeyViolation(err)) logger.error({ err }, 'a dialog could not be followed');
      });
      return !request.isProven;
    },
    async leave({ forum, dialogId, email }) {
      const person = createIdentityHash(await secret(), forum.id)('person', foldEmail(email));
      await database.none(leaveDialog([forum.id, dialogId, person]));
    },
    async isWaiting(forum, token) {
      const hash = hashToken(token);
      return hash !== undefined && (await database.oneOrNone(findWaiting([forum.id, hash]))) !== null;
    },
    async confirm(forum, token) {
      const hash = hashToken(token);
      if (!hash) return false;
      const { started } = await database.one<{ started: number }>(confirmAddress([forum.id, hash]));
      return started > 0;
    },
    async isFollowing(link) {
      return (await isValid(link)) && (await database.oneOrNone(find([link.forum.id, link.id]))) !== null;
    },
    async stop(link) {
      if (!(await isValid(link))) return false;
      await database.none(remove([link.forum.id, link.id]));
      return true;
    },
  };
}

async function ask(
  transaction: Executor,
  { mail, publicUrl }: FollowersOptions,
  { forum, id, email }: FollowRequest & { id: number },
): Promise<void> {
  const token = createLinkToken();
  const hash = hashToken(token);
  const waiting = await transaction.oneOrNone<{ expires_at: Date }>(putToken([forum.id, id, hash]));
  if (!waiting) return;
  const url = createAddresses(publicUrl, forum).confirmAddress(token);
  await mail.queue(transaction, {
    tenantId: forum.account_id,
    cause: `confirm:${hash?.toString('hex')}`,
    to: email,
    about: `${aboutForum(forum.id)}/confirmations`,
    expiresAt: waiting.expires_at,
    ...writeConfirmation(forum, url),
  });
}
