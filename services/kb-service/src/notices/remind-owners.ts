import { catalogueOf, createPhrasings, fill } from '@guidepost/i18n';
import { type MailContent, writeLetter } from '@guidepost/mail';
import { type Executor, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { aboutReviews, type ReviewMailOptions, stopTokenOf } from './review-mail.ts';

export interface ReminderOptions extends ReviewMailOptions {
  /** The origin of the desk. */
  deskUrl: string;
}

/** Milliseconds between polls. */
const PAUSE = 60_000;

/** Writes to owners once a week, on Mondays from 07:00 UTC, of what was due and theirs by then. */
export function createReviewReminders(options: ReminderOptions, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => remindNext(options),
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'owners cannot be reminded of reviews at the moment'),
    onRecovery: () => logger.info('owners are reminded of reviews again'),
  });
}

/** Advisory lock key; unique to this job. */
const LOCK_KEY = 7_305_801_266;

/** Guides that a message names, in each knowledge base. */
const MOST_GUIDES = 20;

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

const tryLock = sql`select pg_try_advisory_xact_lock($1) as free`;
const findMonday = sql`
  -- $1 the time, or null for now. Weeks begin on Monday at 07:00 UTC.
  select (date_trunc('week', coalesce($1::timestamptz, now()) - interval '7 hours', 'UTC') + interval '7 hours')::text as monday
`;
/** Guides that were due, and their owners', when the week $1 began, and not told since; none that move away. */
const DUE = sql.part`
    from guide_reviews r
    left join review_notices n on n.knowledge_base_id = r.knowledge_base_id and n.person_id = r.owner_id
    where next_review(r.reviewed_on, r.review_months) <= ($1::timestamptz at time zone 'UTC')::date
      and r.changed_at < $1::timestamptz
      and coalesce(n.wanted, true)
      and (n.told_until is null or n.told_until < $1::timestamptz)
      and not exists (
        select from tenant_moves v join knowledge_bases k on k.main_id = v.tenant_id where k.id = r.knowledge_base_id
      )`;
const findNext = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- The first person who has not been told in the week $1.
  select p.id as person_id, p.email
  from (
    select r.owner_id
    ${DUE} and r.owner_id is not null
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

/**
 * Queues the message to one person who has not been told this week. Does nothing while another instance is at it.
 * @param at the time; now by default
 * @returns whether there was one
 */
export async function remindNext({ database, ...options }: ReminderOptions, at?: Date): Promise<boolean> {
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
  { secret, mail, deskUrl }: Omit<ReminderOptions, 'database'>,
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
  const stop = `${deskUrl}/desk/reviews/${person_id}/${await stopTokenOf(secret, { kind: 'reviews', personId: person_id })}`;
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

const phrasingOf = createPhrasings('guides');

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
