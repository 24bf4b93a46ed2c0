import { createHmac, timingSafeEqual } from 'node:crypto';
import { catalogueOf, createPhrasings, fill } from '@guidepost/i18n';
import { type Mail, type MailContent, withdrawMail, writeLetter } from '@guidepost/mail';
import { type Database, type Executor, type Secret, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';

/** The weekly mail that names the guides of a person that are due for review, in all knowledge bases. */
export interface ReviewMail {
  /** Whether mail goes anywhere. */
  readonly isOffered: boolean;
  isWanted(member: Member): Promise<boolean>;
  choose(member: Member, isWanted: boolean): Promise<void>;
  /** Whether a link still turns mail off. */
  isOn(link: StopLink): Promise<boolean>;
  /** Turns mail off for all knowledge bases. @returns whether the link was valid; mail programs may send it twice */
  turnOff(link: StopLink): Promise<boolean>;
}

export interface Member {
  knowledgeBaseId: number;
  personId: number;
}

export interface StopLink {
  personId: number;
  token: string;
}

export interface ReviewMailOptions {
  database: Database;
  secret: Secret;
  mail: Mail;
  /** The origin of the desk. */
  deskUrl: string;
}

interface Due {
  person_id: number;
  email: string;
}

interface DueGuide {
  knowledge_base_id: number;
  host: string;
  name: string;
  language: string;
  id: number;
  title: string;
  /** All that are due in the knowledge base. */
  due: number;
}

/** Milliseconds between polls. */
const PAUSE = 60_000;

/** Advisory lock key; unique to this job. */
const LOCK_KEY = 7_305_801_266;

/** Guides that a message names, in each knowledge base. */
const MOST_GUIDES = 20;

/** Lets logs hide tokens. */
const PREFIX = 'gpl_';

const phrasingOf = createPhrasings('guides');

const isOn = sql`
  -- Across tenants: a person is mailed about all of them at once. $2 knowledge base, or null for any
  select from staff_memberships m
  left join review_notices n on n.knowledge_base_id = m.tenant_id and n.person_id = m.person_id
  where m.person_id = $1 and m.tenant_id = coalesce($2::bigint, m.tenant_id) and coalesce(n.wanted, true)
  limit 1
`;
const choose = sql`
  -- The choice $3 of the person $1 for the knowledge base $2, or for all if that is null. Mail that is turned on begins
  -- with the next week.
  insert into review_notices (knowledge_base_id, person_id, wanted)
  select m.tenant_id, m.person_id, $3
  from staff_memberships m
  where m.person_id = $1 and m.tenant_id = coalesce($2::bigint, m.tenant_id)
    and not exists (select from tenant_moves v where v.tenant_id = m.tenant_id)
  on conflict (knowledge_base_id, person_id) do update
  set wanted = excluded.wanted,
    told_until = case when excluded.wanted and not review_notices.wanted then now() else review_notices.told_until end
`;
/** Guides that were due, and their owners', when the week $1 began; none that move away. */
const DUE = sql.part`
    from guide_reviews r
    left join review_notices n on n.knowledge_base_id = r.knowledge_base_id and n.person_id = r.owner_id
    where next_review(r.reviewed_on, r.review_months) <= ($1::timestamptz at time zone 'UTC')::date
      and r.changed_at < $1::timestamptz
      and coalesce(n.wanted, true)
      and not exists (select from tenant_moves v where v.tenant_id = r.knowledge_base_id)`;
const tryLock = sql`select pg_try_advisory_xact_lock($1) as free`;
const findMonday = sql`
  -- $1 the time, or null for now. Weeks begin on Monday at 07:00 UTC.
  select (date_trunc('week', coalesce($1::timestamptz, now()) - interval '7 hours', 'UTC') + interval '7 hours')::text as monday
`;
const findNext = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- The first person who has not been told in the week $1.
  select p.id as person_id, p.email
  from (
    select r.owner_id
    ${DUE} and r.owner_id is not null
      and not exists (select from review_notices t where t.person_id = r.owner_id and t.told_until >= $1::timestamptz)
    order by r.owner_id
    limit 1
  ) due
  join staff_people p on p.id = due.owner_id
`;
const listDue = sql`
  -- Across tenants: one message tells a person of all knowledge bases.
  -- The guides of the person $2 in the week $1, $3 of each knowledge base.
  select k.id as knowledge_base_id, k.host, k.name, k.language, g.id, coalesce(nullif(d.title, ''), g.title) as title, due.due
  from (
    select r.knowledge_base_id, r.guide_id, count(*) over own as due, row_number() over (own order by r.reviewed_on, r.guide_id) as place
    ${DUE} and r.owner_id = $2
    window own as (partition by r.knowledge_base_id)
  ) due
  join knowledge_bases k on k.id = due.knowledge_base_id
  join guides g on g.knowledge_base_id = due.knowledge_base_id and g.id = due.guide_id
  left join guide_drafts d on d.knowledge_base_id = due.knowledge_base_id and d.guide_id = due.guide_id
  where due.place <= $3
  order by k.id, due.place
`;
const noteTold = sql`
  -- The person $1 has been told of the knowledge bases $2 in the week $3.
  insert into review_notices (knowledge_base_id, person_id, told_until)
  select n.id, $1, $3 from unnest($2::bigint[]) as n (id)
  on conflict (knowledge_base_id, person_id) do update set told_until = excluded.told_until
`;
const forgetTold = sql`
  -- Across tenants: one message tells a person of all knowledge bases.
  update review_notices set told_until = null where person_id = $1
`;

export function createReviewMail({ database, secret, mail }: Omit<ReviewMailOptions, 'deskUrl'>): ReviewMail {
  const find = async (personId: number, knowledgeBaseId: number | null) =>
    (await database.oneOrNone(isOn([personId, knowledgeBaseId]))) !== null;
  return {
    isOffered: mail.isQueued,
    isWanted: ({ personId, knowledgeBaseId }) => find(personId, knowledgeBaseId),
    async choose({ personId, knowledgeBaseId }, isWanted) {
      await database.tx('choose-review-mail', async (transaction) => {
        await transaction.none(choose([personId, knowledgeBaseId, isWanted]));
        if (!isWanted) await composeAgain(transaction, personId);
      });
    },
    async isOn({ personId, token }) {
      return (await isTokenOf(secret, personId, token)) && find(personId, null);
    },
    async turnOff({ personId, token }) {
      if (!(await isTokenOf(secret, personId, token))) return false;
      await database.tx('turn-review-mail-off', async (transaction) => {
        await transaction.none(choose([personId, null, false]));
        await withdrawMail(transaction, [aboutReviews(personId)]);
      });
      return true;
    },
  };
}

/** Withdraws an unsent message, for a person who leaves a knowledge base or wants less; what is left is written again. */
export async function composeAgain(transaction: Executor, personId: number): Promise<void> {
  const withdrawn = await withdrawMail(transaction, [aboutReviews(personId)]);
  if (withdrawn.length > 0) await transaction.none(forgetTold([personId]));
}

/** Writes to owners once a week, on Mondays from 07:00 UTC, of what was due and theirs by then. */
export function createReviewReminders(options: ReviewMailOptions, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => remindNext(options),
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'owners cannot be reminded of reviews at the moment'),
    onRecovery: () => logger.info('owners are reminded of reviews again'),
  });
}

/**
 * Queues the message to one person who has not been told this week. Does nothing while another instance is at it.
 * @param at the time; now by default
 * @returns whether there was one
 */
export async function remindNext({ database, ...options }: ReviewMailOptions, at?: Date): Promise<boolean> {
  // Owners count as told only of what was mailed.
  if (!options.mail.isQueued) return false;
  return database.tx('remind-owner', async (transaction) => {
    const { free } = await transaction.one<{ free: boolean }>(tryLock([LOCK_KEY]));
    if (!free) return false;
    const { monday } = await transaction.one<{ monday: string }>(findMonday([at ?? null]));
    const due = await transaction.oneOrNone<Due>(findNext([monday]));
    if (!due) return false;
    const guides = await transaction.any<DueGuide>(listDue([monday, due.person_id, MOST_GUIDES]));
    await queue(transaction, options, { due, guides, monday });
    const told = new Set(guides.map(({ knowledge_base_id }) => knowledge_base_id));
    await transaction.none(noteTold([due.person_id, [...told], monday]));
    return true;
  });
}

async function queue(
  transaction: Executor,
  { secret, mail, deskUrl }: Omit<ReviewMailOptions, 'database'>,
  {
    due: { person_id, email },
    guides,
    monday,
  }: {
    due: Due;
    guides: readonly DueGuide[];
    /** When the week began, as the database writes it. */
    monday: string;
  },
): Promise<void> {
  const [first] = guides;
  if (!first) return;
  const stop = `${deskUrl}/desk/reviews/${person_id}/${await tokenOf(secret, person_id)}`;
  await mail.queue(transaction, {
    tenantId: first.knowledge_base_id,
    // The tenant, since mail moves to other databases with it, where the person may have the same id.
    cause: `reviews:${first.knowledge_base_id}:${person_id}:${monday}`,
    to: email,
    about: aboutReviews(person_id),
    unsubscribe: stop,
    ...writeReminder(guides, { deskUrl, stop }),
  });
}

/** In the language of the first knowledge base. */
function writeReminder(
  guides: readonly DueGuide[],
  { deskUrl, stop }: { deskUrl: string; stop: string },
): MailContent {
  const language = guides[0]?.language ?? 'en';
  const words = catalogueOf(language).mail;
  const places = [...Map.groupBy(guides, ({ knowledge_base_id }) => knowledge_base_id).values()];
  const { count } = phrasingOf(language);
  return writeLetter({
    language,
    subject: words.reviewSubject,
    paragraphs: places.flatMap(([first]) =>
      first ? fill(count(words.reviewDue, first.due), { name: first.name }) : [],
    ),
    links: guides.map(({ id, title, name, host: own }) => ({
      label: places.length === 1 ? title : `${name}: ${title}`,
      url: `${deskUrl}/desk/kb/${encodeURIComponent(own)}/guides/${id}`,
    })),
    link: {
      label: words.openGuides,
      url: `${deskUrl}/desk/kb/${encodeURIComponent(guides[0]?.host ?? '')}/guides?due=on&mine=on`,
    },
    notes: [words.automatic],
    lastLink: { label: words.stopReviews, url: stop },
  });
}

function aboutReviews(personId: number): string {
  return `reviews/${personId}`;
}

/** It is in each message, so it is computed rather than stored. */
async function tokenOf(secret: Secret, personId: number): Promise<string> {
  const text = JSON.stringify(['stop-reviews', personId]);
  return (
    PREFIX +
    createHmac('sha256', await secret())
      .update(text)
      .digest('base64url')
  );
}

async function isTokenOf(secret: Secret, personId: number, token: string): Promise<boolean> {
  const [sent, right] = [Buffer.from(token), Buffer.from(await tokenOf(secret, personId))];
  return sent.length === right.length && timingSafeEqual(sent, right);
}
