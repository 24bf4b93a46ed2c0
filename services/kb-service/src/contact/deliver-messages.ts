import { setTimeout as pause } from 'node:timers/promises';
import type { MailSettings } from '@guidepost/mail';
import { type Database, sql } from '@guidepost/postgres';
import {
  createBackgroundWork,
  type Logger,
  type Metrics,
  readTogether,
  traced,
  type Worker,
} from '@guidepost/service-kit';
import { deleteEvents, forgetPayloads, type SendOptions } from '@guidepost/webhooks';
import { type Channel, createAsk, DeliveryFailure } from './channels/channel.ts';
import { freshdesk } from './channels/freshdesk.ts';
import { helpScout } from './channels/help-scout.ts';
import { createMailChannel } from './channels/mail.ts';
import { createWebhookChannel } from './channels/webhook.ts';
import { zendesk } from './channels/zendesk.ts';
import type { Credentials } from './credentials.ts';
import type { ContactMessage } from './message-fields.ts';
import { TARGETS, type TargetKind, type TargetSettings } from './targets.ts';
import { recordOf } from './waiting-messages.ts';
import type { OutgoingMessage } from './write-message.ts';

export interface MessageDeliveryOptions extends Pick<SendOptions, 'allowPrivate' | 'resolve'> {
  database: Database;
  credentials: Credentials;
  mail: MailSettings;
  logger: Logger;
  metrics: Metrics;
  /** Milliseconds for a request, for an attempt, and between polls. */
  timeout?: number;
  longestAttempt?: number;
  pause?: number;
}

interface DueMessage {
  knowledge_base_id: number;
  id: number;
  marker: string;
  content: ContactMessage;
  file_name: string | null;
  file_type: string | null;
  file: Buffer | null;
  attempts: number;
  created_at: Date;
  name: string;
  language: string;
  kind: TargetKind;
  settings: TargetSettings;
  credentials: Buffer | null;
  /** The kinds of targets that may have taken it before. */
  were_uncertain: string[];
}

/** Attempts at a time, in all and of one knowledge base. */
const SLOTS = 5;
const SLOTS_OF_KNOWLEDGE_BASE = 2;

/** Milliseconds between polls, and for a request. An attempt has four requests at most. */
const PAUSE = 1_000;
const TIMEOUT = 30_000;

/** Milliseconds for an attempt, since mail servers may be silent for longer; a minute less than it is held for. */
const LONGEST_ATTEMPT = 240_000;

/** Milliseconds between deletions of what has ended. */
const CLEANING_PAUSE = 3_600_000;

/** Milliseconds that attempts get to end when the service stops. */
const GRACE = 5_000;

const takeDue = sql`
  -- Across tenants: a worker takes what is due next, and finishes it by its id.
  -- At most $1, and $2 of a knowledge base, where $3 has one for each message that is under way here: a target that is
  -- slow does not hold up others. For five minutes, which is longer than an attempt takes. Until
  -- a message has ended, its content is not null. Whatever keeps an attempt from being recorded, it is uncertain.
  update contact_messages m
  set attempts = m.attempts + 1, attempted_at = now(), sending_until = now() + interval '5 minutes',
    uncertain_kinds = array_remove(m.uncertain_kinds, due.kind) || due.kind
  from (
    select w.id, w.uncertain_kinds, t.knowledge_base_id, t.kind, t.settings, t.credentials, k.name, k.language
    from contact_targets t
    join knowledge_bases k on k.id = t.knowledge_base_id
    cross join lateral (
      select w.id, w.uncertain_kinds, w.next_attempt_at
      from contact_messages w
      where w.knowledge_base_id = t.knowledge_base_id and w.ended_at is null and w.next_attempt_at <= now()
        and w.give_up_at > now() and coalesce(w.sending_until <= now(), true)
      order by w.next_attempt_at, w.id
      limit greatest(0, $2::integer - cardinality(array_positions($3::bigint[], t.knowledge_base_id)))
      for no key update of w skip locked
    ) w
    -- It is sent where the tenant moves to.
    where not exists (select from tenant_moves v where v.tenant_id = t.knowledge_base_id and v.state <> 'copying')
    order by w.next_attempt_at, w.id
    limit $1
  ) due
  where m.knowledge_base_id = due.knowledge_base_id and m.id = due.id
  returning m.knowledge_base_id, m.id, m.marker, m.content, m.file_name, m.file_type, m.file, m.attempts, m.created_at,
    due.name, due.language, due.kind, due.settings, due.credentials, due.uncertain_kinds as were_uncertain
`;
const end = sql`
  -- The content goes once it is taken; the row stays for a week. $3 the name of the ticket
  update contact_messages
  set outcome = 'taken', ended_at = now(), reference = $3, content = null, file = null, file_name = null,
    file_type = null, sending_until = null, uncertain_kinds = '{}', problem = null, answer = null
  where knowledge_base_id = $1 and id = $2 and ended_at is null
`;
const postpone = sql`
  -- $3 problem, $4 answer, $5 the kinds of targets that may have taken it, $6 seconds at least, $7 seconds at most. For
  -- 5, 10, 20 … seconds.
  update contact_messages
  set problem = $3, answer = $4, uncertain_kinds = $5, sending_until = null,
    next_attempt_at = now() + make_interval(secs => greatest($6::float8, least(5 * 2 ^ least(attempts - 1, 20), $7::float8)))
  where knowledge_base_id = $1 and id = $2 and ended_at is null
`;
const forgetEnded = sql`
  -- Across tenants: a worker cleans up.
  delete from contact_messages where ended_at < now() - interval '7 days'
`;
const countWaiting = sql`
  -- Across tenants: a metric counts what waits.
  select count(*) as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
  from contact_messages
  where ended_at is null
`;

const LONGEST_PAUSE = 4 * 3_600;

/** Seconds after which ticket systems find what they have just taken. */
const UNCERTAIN_PAUSE = 300;

/**
 * Delivers messages, each by one instance at a time, until their target has taken them: again after 5, 10, 20 …
 * seconds, then every 4 hours, for 3 days. Where an attempt may have succeeded, the next one first looks for what it
 * left.
 */
export class MessageDelivery implements Worker {
  readonly #options: MessageDeliveryOptions;
  readonly #mail: ReturnType<typeof createMailChannel>;
  readonly #channels: Readonly<Record<TargetKind, Channel>>;
  readonly #stopping = new AbortController();
  /** The knowledge base of each attempt that is under way. */
  readonly #sending = new Map<Promise<void>, number>();
  readonly #work: Worker;
  readonly #count: (labels: { outcome: string }) => void;
  readonly #pause: number;
  #cleanAt = 0;

  constructor(options: MessageDeliveryOptions) {
    const { database, logger, metrics } = options;
    this.#options = options;
    this.#pause = options.pause ?? PAUSE;
    this.#mail = createMailChannel(options.mail);
    const webhook = createWebhookChannel(database);
    this.#channels = { mail: this.#mail, zendesk, freshdesk, 'help-scout': helpScout, webhook };
    this.#count = metrics.addCounter({
      name: 'contact_attempts_total',
      help: 'Attempts to deliver messages of readers, by what became of them',
      labelNames: ['outcome'],
      known: [{ outcome: 'taken' }, { outcome: 'postponed' }],
    });
    measureMessages(metrics, database);
    this.#work = createBackgroundWork({
      work: () => this.#sendDue(),
      pause: this.#pause,
      onFailure: (err) => logger.warn({ err }, 'messages of readers cannot be delivered at the moment'),
      onRecovery: () => logger.info('messages of readers are delivered again'),
    });
  }

  start(): void {
    this.#work.start();
  }

  async stop(): Promise<void> {
    const grace = setTimeout(() => this.#stopping.abort(), GRACE);
    await this.#work.stop();
    await Promise.all(this.#sending.keys());
    clearTimeout(grace);
    this.#mail.close();
  }

  /** @returns whether any was due */
  async #sendDue(): Promise<boolean> {
    const { database, logger } = this.#options;
    await this.#clean();
    const free = SLOTS - this.#sending.size;
    const due = await database.any<DueMessage>(
      takeDue([free, SLOTS_OF_KNOWLEDGE_BASE, [...this.#sending.values()]]),
    );
    for (const message of due) {
      const sent = traced('deliver a message of a reader', () => this.#deliver(message))
        .catch((err: unknown) => logger.error({ err, message: message.id }, 'an attempt was not recorded'))
        .finally(() => this.#sending.delete(sent));
      this.#sending.set(sent, message.knowledge_base_id);
    }
    if (this.#sending.size > 0)
      await Promise.race([...this.#sending.keys(), pause(this.#pause, undefined, { ref: false })]);
    return due.length > 0;
  }

  async #clean(): Promise<void> {
    if (Date.now() < this.#cleanAt) return;
    await this.#options.database.none(forgetEnded([]));
    this.#cleanAt = Date.now() + CLEANING_PAUSE;
  }

  async #deliver(due: DueMessage): Promise<void> {
    const { database, logger } = this.#options;
    const key = [due.knowledge_base_id, due.id] as const;
    try {
      const reference = await this.#attempt(due);
      await this.#end(due, reference);
      this.#count({ outcome: 'taken' });
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      const { problem, answer = null, isUncertain, pause: wait = 0, mostPause = LONGEST_PAUSE } = error;
      const least = Math.min(isUncertain ? Math.max(wait, UNCERTAIN_PAUSE) : wait, LONGEST_PAUSE);
      await database.none(
        postpone([...key, problem, answer, uncertainKinds(due, isUncertain), least, mostPause]),
      );
      this.#count({ outcome: 'postponed' });
      const { id: message, attempts, kind } = due;
      logger.warn({ message, attempts, kind, problem }, 'a message of a reader was not delivered');
    }
  }

  /** Payloads for webhooks are forgotten, too; one that waits gets none if another target has taken the message. */
  #end({ knowledge_base_id: tenantId, id, kind }: DueMessage, reference: string | undefined): Promise<void> {
    return this.#options.database.tx('end-message', async (transaction) => {
      await transaction.none(end([tenantId, id, reference?.slice(0, 100) ?? null]));
      const forget = kind === 'webhook' ? forgetPayloads : deleteEvents;
      await forget(transaction, tenantId, [recordOf(id)]);
    });
  }

  async #attempt(due: DueMessage): Promise<string | undefined> {
    const {
      credentials,
      allowPrivate,
      resolve,
      timeout = TIMEOUT,
      longestAttempt = LONGEST_ATTEMPT,
    } = this.#options;
    const { knowledge_base_id: knowledgeBaseId, kind, settings } = due;
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(longestAttempt)]);
    const encrypted = due.credentials;
    const token = encrypted ? await credentials.decrypt(encrypted, knowledgeBaseId) : '';
    if (token === undefined || (token === '' && TARGETS[kind].hasToken)) throw new DeliveryFailure('noToken');
    const ask = createAsk(settings.address ?? '', { allowPrivate, resolve, timeout, signal });
    const address = { settings, token, ask, signal };
    const message = outgoing(due);
    const channel = this.#channels[kind];
    const found = due.were_uncertain.includes(kind) ? await channel.find?.(message, address) : undefined;
    if (found !== undefined) return found;
    return channel.send(message, address);
  }
}

function measureMessages({ addGauge }: Metrics, database: Database): void {
  const read = readTogether(() => database.one<{ waiting: number; oldest: number }>(countWaiting([])));
  const gauges = [
    ['contact_messages_waiting', 'waiting', 'Messages of readers that no target has taken'],
    ['contact_messages_oldest_seconds', 'oldest', 'Age of the oldest of them'],
  ] as const;
  for (const [name, column, help] of gauges) {
    addGauge({ name, help, read: async () => [{ labels: {}, value: (await read())[column] }] });
  }
}

/** Whatever becomes of later attempts, an earlier one may still have succeeded. */
function uncertainKinds({ kind, were_uncertain: before }: DueMessage, isUncertain: boolean): string[] {
  return isUncertain ? [...new Set([...before, kind])] : before;
}

function outgoing({ file, file_name: fileName, file_type: type, ...due }: DueMessage): OutgoingMessage {
  return {
    id: due.id,
    marker: due.marker,
    message: due.content,
    file: file && fileName && type ? { name: fileName, type, bytes: file } : undefined,
    createdAt: due.created_at,
    knowledgeBase: { id: due.knowledge_base_id, name: due.name, language: due.language },
  };
}
