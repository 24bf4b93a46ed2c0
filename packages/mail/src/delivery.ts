import { setTimeout as pause } from 'node:timers/promises';
import { type Database, sql } from '@guidepost/postgres';
import {
  annotate,
  createBackgroundWork,
  type Logger,
  type Metrics,
  traced,
  type Worker,
} from '@guidepost/service-kit';
import type { MailContent, MailHeaders } from './letter.ts';
import { countMail, measureMail } from './mail-metrics.ts';
import type { MailSettings } from './mail-settings.ts';
import { CONNECTIONS, createMailTransport, type MailTransport } from './transport.ts';

export interface MailDeliveryOptions {
  database: Database;
  settings: MailSettings;
  logger: Logger;
  metrics: Metrics;
}

interface DueMail {
  id: number;
  tenant_id: number;
  message_id: string;
  recipient: string;
  content: MailContent & MailHeaders;
  attempts: number;
  created_at: Date;
  /** Milliseconds until it is no longer sent. */
  remaining: number;
}

/** The part of nodemailer's errors that tells what to do. */
interface SendFailure {
  code?: string;
  command?: string;
  responseCode?: number;
}

type Outcome = 'sent' | 'refused' | 'expired';

/** Milliseconds between polls. */
const PAUSE = 1_000;

/** The same while the database is away: shorter than the time for which a message belongs to its instance. */
const LONGEST_PAUSE = 5_000;

/** Milliseconds for a message. */
const LONGEST_ATTEMPT = 720_000;

/** Milliseconds that messages get to be sent when the service stops. The rest is tried again later. */
const GRACE = 5_000;

const takeDue = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- At most $1, for 45 seconds, which each poll renews for what this instance is sending: $2. After a crash, another
  -- instance takes over. Messages with an end come first: someone waits for their links.
  with renewed as (
    update outgoing_mail set next_attempt_at = now() + interval '45 seconds'
    where id = any($2::bigint[]) and ended_at is null and next_attempt_at < now() + interval '30 seconds'
  )
  -- Until mail has ended, its recipient is not null and its content is not null.
  update outgoing_mail
  set attempts = attempts + 1, next_attempt_at = now() + interval '45 seconds'
  where id in (
    select o.id from outgoing_mail o
    where o.ended_at is null and o.next_attempt_at <= now() and o.id <> all($2::bigint[])
      -- It is sent where the tenant moves to.
      and not exists (select from tenant_moves m where m.tenant_id = o.tenant_id and m.state <> 'copying')
    order by o.expires_at is null, o.next_attempt_at
    limit $1
    for update of o skip locked
  )
  returning id, tenant_id, message_id, recipient, content, attempts, created_at,
    ceil(extract(epoch from least(created_at + interval '3 days', expires_at) - now()) * 1000)::bigint as remaining
`;
const postpone = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- For 1, 2, 4 … minutes, and 4 hours at most.
  update outgoing_mail
  set next_attempt_at = now() + least(interval '4 hours', interval '1 minute' * power(2, least(attempts - 1, 10)))
  where id = $1 and ended_at is null
`;
const end = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- Messages that have ended are remembered for a week, so that their cause does not send them again.
  with forgotten as (delete from outgoing_mail where ended_at < now() - interval '7 days')
  update outgoing_mail
  set outcome = $2, ended_at = now(), recipient = null, content = null
  where id = $1 and ended_at is null
`;

/**
 * Sends queued messages, each by one instance; another takes over within a minute of a crash (S52). A failed message is
 * tried again after 1, 2, 4 … minutes, then every 4 hours, for 3 days or until it expires; one that the server refuses
 * for good is not.
 */
export function createMailDelivery({ database, settings, logger, metrics }: MailDeliveryOptions): Worker {
  const count = countMail(metrics);
  measureMail(metrics, database);
  if (settings.to === 'nowhere') {
    const start = () => logger.info('no mail is sent: MAIL_URL is not set');
    return { start, stop: async () => {} };
  }
  return new MailDelivery({ database, settings, logger, count, transport: createMailTransport(settings) });
}

interface Sending extends Pick<MailDeliveryOptions, 'database' | 'logger'> {
  settings: Exclude<MailSettings, { to: 'nowhere' }>;
  transport: MailTransport;
  count: ReturnType<typeof countMail>;
}

class MailDelivery implements Worker {
  readonly #options: Sending;
  readonly #stopping = new AbortController();
  readonly #sending = new Map<number, Promise<void>>();
  readonly #work: Worker;
  /** Why a message could not be recorded or sent, for the next poll. */
  #failure: { error: unknown } | undefined;

  constructor(options: Sending) {
    const { logger } = options;
    this.#options = options;
    this.#work = createBackgroundWork({
      work: () => this.#sendDue(),
      pause: PAUSE,
      longestPause: LONGEST_PAUSE,
      onFailure: (err) => logger.warn({ err }, 'mail cannot be sent at the moment'),
      onRecovery: () => logger.info('mail is sent again'),
    });
  }

  start(): void {
    const { settings, logger } = this.#options;
    if (settings.to === 'folder') logger.info({ folder: settings.folder }, 'mail is kept in a folder');
    this.#work.start();
  }

  async stop(): Promise<void> {
    const grace = setTimeout(() => this.#stopping.abort(), GRACE);
    await this.#work.stop();
    await Promise.all(this.#sending.values());
    clearTimeout(grace);
    this.#options.transport.close();
  }

  /** @returns whether any was due @throws the failure of a message that has been under way */
  async #sendDue(): Promise<boolean> {
    const failed = this.#failure;
    this.#failure = undefined;
    if (failed) throw failed.error;
    const sending = this.#sending;
    const values = [CONNECTIONS - sending.size, [...sending.keys()]];
    const due = await this.#options.database.any<DueMail>(takeDue(values));
    for (const mail of due) this.#begin(mail);
    // One that a server takes its time over holds up no other.
    if (sending.size === CONNECTIONS) await Promise.race([...sending.values(), pause(PAUSE)]);
    return due.length > 0;
  }

  #begin(mail: DueMail): void {
    const sent = traced('send mail', () => this.#deliver(mail))
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => this.#sending.delete(mail.id));
    this.#sending.set(mail.id, sent);
  }

  async #deliver(mail: DueMail): Promise<void> {
    const { logger, count } = this.#options;
    const outcome = mail.remaining <= 0 ? 'expired' : await this.#attempt(mail);
    count({ outcome: outcome ?? 'postponed' });
    annotate({ 'guidepost.outcome': outcome ?? 'postponed', 'guidepost.attempts': mail.attempts });
    await this.#record(mail, outcome ? end([mail.id, outcome]) : postpone([mail.id]));
    if (outcome && outcome !== 'sent') logger.warn({ mail: mail.id, outcome }, 'a message was given up');
  }

  /** @returns undefined for a message that is tried again */
  async #attempt(mail: DueMail): Promise<Outcome | undefined> {
    const { id, tenant_id: tenantId, message_id: messageId, recipient: to, content, attempts } = mail;
    const ending = AbortSignal.timeout(mail.remaining);
    const signal = AbortSignal.any([this.#stopping.signal, ending, AbortSignal.timeout(LONGEST_ATTEMPT)]);
    try {
      const sent = { ...content, id, tenantId, messageId, to, date: mail.created_at };
      await this.#options.transport.send(sent, signal);
      return 'sent';
    } catch (error) {
      const { code, command, responseCode } = error as SendFailure;
      // The answers of servers contain addresses.
      const said = { mail: id, attempts, code, command, responseCode };
      this.#options.logger.warn(said, 'a message was not sent');
      if (isRefusal(command, responseCode)) return 'refused';
      return ending.aborted ? 'expired' : undefined;
    }
  }

  /** Tries until it succeeds: a message that was sent and is not recorded would be sent again. */
  async #record({ id: mail }: DueMail, statement: ReturnType<typeof end>): Promise<void> {
    const { database, logger } = this.#options;
    const { signal } = this.#stopping;
    for (let attempts = 1; ; attempts += 1) {
      try {
        await database.none(statement);
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        if (attempts === 1) logger.warn({ mail, err: error }, 'what became of a message is recorded later');
        await pause(PAUSE, undefined, { signal }).catch(() => {});
      }
    }
  }
}

/** RFC 5321, 4.2.1: 5yz is permanent. Only for this message, though; a wrong password is a mistake in the settings. */
function isRefusal(command: string | undefined, responseCode: number | undefined): boolean {
  return (command === 'RCPT TO' || command === 'DATA') && responseCode !== undefined && responseCode >= 500;
}
