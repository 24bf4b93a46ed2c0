import { catalogueOf, fill } from '@guidepost/i18n';
import { linksAreLate, type Mail, type MailContent, writeLetter } from '@guidepost/mail';
import { type Database, type Executor, type Secret, sql } from '@guidepost/postgres';
import { createLinkToken, isLoopback } from '@guidepost/staff';
import { aboutForum } from '../mail/mail-of-posts.ts';
import { type AskingLimits, hashToken, mayAsk } from '../mail/mailed-links.ts';
import { createAddresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { createIdentityHash } from '../model/identity.ts';
import { foldEmail, type Member, type Person } from '../model/person.ts';
import { beginSession, findSession, type MemberSession } from './sessions.ts';

interface LinkRequest {
  forum: Forum;
  /** Not necessarily that of who asks. */
  email: string;
  /** IP address of the request. */
  sender: string;
}

export interface OpenLink {
  email: string;
  /** Null for people who sign in for the first time. */
  name: string | null;
}

interface SignIn {
  token: string;
  name: string;
  userAgent: string | undefined;
  /** The secret of the session that the browser has, which ends. */
  former: string | undefined;
}

/** People who sign in to write in a forum. */
export interface Members {
  /** Whether links can reach people, and cookies come back unread. */
  readonly isOffered: boolean;
  /**
   * Mails a link. The caller does not learn whether the address is known, or whether there were too many mails.
   * @returns whether links were late recently, those to others included
   */
  sendLink(request: LinkRequest): Promise<{ late: boolean }>;
  /** Undefined for a link that is unknown, used or older than {@link LINK_LIFETIME}. */
  findLink(forum: Forum, token: string): Promise<OpenLink | undefined>;
  /** Uses a link. @returns the secret of a new session; undefined where {@link findLink} is */
  signIn(forum: Forum, signIn: SignIn): Promise<string | undefined>;
  /** Who sends a request, by the secret in a cookie. */
  find(forum: Forum, secret: string | undefined): Promise<MemberSession | undefined>;
  rename(forum: Forum, member: Member, name: string): Promise<void>;
}

interface MembersOptions {
  database: Database;
  secret: Secret;
  mail: Mail;
  limits: AskingLimits;
  publicUrl: string;
}

/** Seconds that a link works. */
export const LINK_LIFETIME = 900;

const insertLink = sql`
  -- $2 hash of the token, $3 folded e-mail address, $4 its HMAC, $5 seconds that the link works
  insert into member_links (forum_id, hash, email, person)
  values ($1, $2, $3, $4)
  returning created_at + make_interval(secs => $5) as expires_at
`;
const findOpenLink = sql`
  -- $2 hash of the token, $3 seconds that a link works; the name is null for people who sign in for the first time.
  select l.email, a.name
  from member_links l
  left join confirmed_addresses a on a.forum_id = l.forum_id and a.person = l.person
  where l.forum_id = $1 and l.hash = $2 and l.created_at > now() - make_interval(secs => $3)
`;
const takeLink = sql`
  -- Uses the link with the hash $2: the address is confirmed, $3 is the name, and other links to it end. No row for a
  -- link that is unknown, used or older than $4 seconds.
  with used as (
    delete from member_links l
    where l.forum_id = $1 and l.hash = $2 and l.created_at > now() - make_interval(secs => $4)
    returning l.email, l.person
  ),
  others as (
    delete from member_links l
    using used u
    where l.forum_id = $1 and l.person = u.person and l.hash <> $2
  )
  insert into confirmed_addresses (forum_id, person, email, name)
  select $1, u.person, u.email, $3
  from used u
  on conflict (forum_id, person) do update set name = excluded.name
  returning person
`;
const rename = sql`
  -- $2 person, $3 name
  update confirmed_addresses
  set name = $3
  where forum_id = $1 and person = $2
`;

export function createMembers(options: MembersOptions): Members {
  const { database, mail, limits, publicUrl } = options;
  const isOffered = mail.isQueued && (publicUrl.startsWith('https:') || isLoopback(publicUrl));
  return {
    isOffered,
    async sendLink(request) {
      const late = await linksAreLate(database, request.forum.account_id);
      if (isOffered && (await mayAsk(limits, request)))
        await database.tx('send-sign-in-link', (transaction) => sendLink(transaction, options, request));
      return { late };
    },
    async findLink(forum, token) {
      const hash = hashToken(token);
      return (
        hash &&
        ((await database.oneOrNone<OpenLink>(findOpenLink([forum.id, hash, LINK_LIFETIME]))) ?? undefined)
      );
    },
    async signIn(forum, { token, ...signIn }) {
      const hash = hashToken(token);
      return (
        hash && database.tx('sign-in', (transaction) => useLink(transaction, { forum, hash, ...signIn }))
      );
    },
    find: (forum, secret) => findSession(database, forum.id, secret),
    async rename({ id }, { person }, name) {
      await database.none(rename([id, person, name]));
    },
  };
}

async function sendLink(
  transaction: Executor,
  { secret, mail, publicUrl }: MembersOptions,
  { forum, email }: LinkRequest,
): Promise<void> {
  const folded = foldEmail(email);
  const person = createIdentityHash(await secret(), forum.id)('person', folded);
  const token = createLinkToken();
  const hash = hashToken(token);
  const { expires_at } = await transaction.one<{ expires_at: Date }>(
    insertLink([forum.id, hash, folded, person, LINK_LIFETIME]),
  );
  await mail.queue(transaction, {
    tenantId: forum.account_id,
    cause: `sign-in:${hash?.toString('hex')}`,
    to: email,
    about: `${aboutForum(forum.id)}/sign-in`,
    expiresAt: expires_at,
    ...writeSignIn(forum, createAddresses(publicUrl, forum).signInLink(token)),
  });
}

async function useLink(
  transaction: Executor,
  { forum, hash, name, ...browser }: Omit<SignIn, 'token'> & { forum: Forum; hash: Buffer },
): Promise<string | undefined> {
  const used = await transaction.oneOrNone<{ person: Buffer }>(
    takeLink([forum.id, hash, name, LINK_LIFETIME]),
  );
  return used ? beginSession(transaction, { forumId: forum.id, person: used.person, ...browser }) : undefined;
}

/** Nothing in it was written by who asked for it: it may reach a stranger. */
function writeSignIn({ language, name }: { language: string; name: string }, url: string): MailContent {
  const words = catalogueOf(language).mail;
  return writeLetter({
    language,
    from: name,
    subject: fill(words.signInSubject, { name }),
    paragraphs: [fill(words.signInLink, { name })],
    link: { label: words.signIn, url },
    notes: [words.onceSoon, words.ignore, words.automatic],
  });
}

const forget = sql`
  -- The person $2 (folded e-mail address), whose sessions end with the confirmation of the address, and names of others
  -- with the address in them (pattern $3).
  with links as (
    delete from member_links
    where forum_id = $1 and email = $2
  )
  update confirmed_addresses
  set name = regexp_replace(name collate "und-x-icu", $3, $4, 'gi')
  where forum_id = $1 and name collate "und-x-icu" ~* $3
`;

/** Replaces an address in the names of others. No address is shorter, so no name grows. */
const OMISSION = '[…]';

/** Deletes links of a person who is erased, and their address in the names of others. */
export async function forgetMember(
  transaction: Executor,
  forumId: number,
  { email, mention }: Person,
): Promise<void> {
  await transaction.none(forget([forumId, email, mention, OMISSION]));
}
