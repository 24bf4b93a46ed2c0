import { catalogueOf, createPhrasings, fill } from '@guidepost/i18n';
import { type Mail, writeLetter } from '@guidepost/mail';
import { type Database, sql } from '@guidepost/postgres';
import { createBackgroundWork, type Logger, type Worker } from '@guidepost/service-kit';
import { listOwners } from '@guidepost/staff';
import { listKnowledgeBasesById } from '../tenants/find-knowledge-base.ts';

export interface GivenUpOptions {
  database: Database;
  mail: Mail;
  /** The origin of the desk. */
  deskUrl: string;
}

/** Milliseconds between polls. */
const PAUSE = 600_000;

const takeGivenUp = sql`
  -- Across tenants: a worker takes what is due next.
  -- All given up messages of the first knowledge base with one that its owners do not know of, unless they were told of
  -- others within a day.
  update contact_messages m
  set told_at = now()
  from (
    select w.knowledge_base_id
    from contact_messages w
    where w.ended_at is null and w.give_up_at <= now() and coalesce(w.told_at < w.give_up_at, true)
      and not exists (
        select from contact_messages t
        where t.knowledge_base_id = w.knowledge_base_id and t.told_at > now() - interval '1 day'
      )
      and not exists (select from tenant_moves v where v.tenant_id = w.knowledge_base_id)
    order by w.knowledge_base_id
    limit 1
  ) due
  where m.knowledge_base_id = due.knowledge_base_id and m.ended_at is null and m.give_up_at <= now()
  returning m.knowledge_base_id as id
`;

/** Writes to the owners of knowledge bases, once a day at most, when messages of readers have been given up. */
export function createGivenUpNotices(options: GivenUpOptions, logger: Logger): Worker {
  return createBackgroundWork({
    work: () => tellOfGivenUp(options),
    pause: PAUSE,
    onFailure: (err) => logger.warn({ err }, 'owners cannot be told of given up messages at the moment'),
    onRecovery: () => logger.info('owners are told of given up messages again'),
  });
}

const phrasingOf = createPhrasings('guides');

/** Queues the mail about one knowledge base. @returns whether there was one */
export async function tellOfGivenUp({ database, mail, deskUrl }: GivenUpOptions): Promise<boolean> {
  // Owners count as told only of what was mailed.
  if (!mail.isQueued) return false;
  return database.tx('tell-of-given-up', async (transaction) => {
    const messages = await transaction.any<{ id: number }>(takeGivenUp([]));
    const tenantId = messages[0]?.id;
    if (tenantId === undefined) return false;
    const [knowledgeBase] = await listKnowledgeBasesById(transaction, [tenantId]);
    if (!knowledgeBase) return true;
    const { host, name, language } = knowledgeBase;
    const words = catalogueOf(language).mail;
    const letter = writeLetter({
      language,
      subject: fill(words.messagesSubject, { name }),
      paragraphs: [
        fill(phrasingOf(language).count(words.messagesGivenUp, messages.length), { name }),
        words.messagesAdvice,
      ],
      link: {
        label: words.openMessages,
        url: `${deskUrl}/desk/kb/${encodeURIComponent(host)}/messages`,
      },
      notes: [words.automatic],
    });
    const day = new Date().toISOString().slice(0, 10);
    for (const { id, email: to } of await listOwners(transaction, tenantId)) {
      await mail.queue(transaction, { tenantId, cause: `messages:${tenantId}:${day}:${id}`, to, ...letter });
    }
    return true;
  });
}
