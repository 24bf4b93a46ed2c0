import { setTimeout as pause } from 'node:timers/promises';
import { type Database, preparedStatement } from '@guidepost/postgres';
import {
  annotate,
  createBackgroundWork,
  type Logger,
  type Metrics,
  traced,
  type Worker,
} from '@guidepost/service-kit';
import type { MailContent } from './letter.ts';
import type { MailHeaders } from './mail-headers.ts';
import { countMail, measureMail } from './mail-metrics.ts';
import type { MailSettings } from './mail-settings.ts';
import { CONNECTIONS, createMailTransport } from './transport.ts';

export interface MailDeliveryOptions {
  database: Database;
  settings: MailSettings;
  logger: Logger;
  metrics: Metrics;
}

interface DueMail {
  id: number;
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

/** Milliseconds that messages get to be sent when the service stops. What is not sent then is tried again later. */
const GRACE = 5_000;

const takeDue = preparedStatement(new URL('./sql/take-due-mail.sql', import.meta.url));
const postpone = preparedStatement(new URL('./sql/postpone-mail.sql', import.meta.url));
const end = preparedStatement(new URL('./sql/end-mail.sql', import.meta.url));

/**
 * Sends what is queued, each message by one instance; another takes over within a minute of a crash. What fails is tried
 * again after 1, 2, 4 … minutes, then every 4 hours, for 3 days or until it expires; what the server refuses for good is
 * not.
 */
export function createMailDelivery({ database, settings, logger, metrics }: MailDeliveryOptions): Worker {
  const count = countMail(metrics);
  measureMail(metrics, database);
  if (settings.to === 'nowhere') {
    const start = () => logger.info('no mail is sent: MAIL_URL is not set');
    return { start, stop: async () => {} };
  }
  const transport = createMailTransport(settings);
  const stopping = new AbortController();
  const sending = new Map<number, Promise<void>>();
  let failure: { error: unknown } | undefined;
  const work = createBackgroundWork({
    work: async () => {
      const failed = failure;
      failure = undefined;
      if (failed) throw failed.error;
      const due = await database.any<DueMail>(takeDue([CONNECTIONS - sending.size, [...sending.keys()]]));
      for (const mail of due) begin(mail);
      // One that a server takes its time over holds up no other.
      if (sending.size === CONNECTIONS) await Promise.race([...sending.values(), pause(PAUSE)]);
      return due.length > 0;
    },
    pause: PAUSE,
    longestPause: LONGEST_PAUSE,
    onFailure: (err) => logger.warn({ err }, 'mail cannot be sent at the moment'),
    onRecovery: () => logger.info('mail is sent again'),
  });

  function begin(mail: DueMail): void {
    const sent = traced('send mail', () => deliver(mail))
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => sending.delete(mail.id));
    sending.set(mail.id, sent);
  }

  async function deliver(mail: DueMail): Promise<void> {
    const outcome = mail.remaining <= 0 ? 'expired' : await attempt(mail);
    count({ outcome: outcome ?? 'postponed' });
    annotate({ 'guidepost.outcome': outcome ?? 'postponed', 'guidepost.attempts': mail.attempts });
    await record(mail, outcome ? end([mail.id, outcome]) : postpone([mail.id]));
    if (outcome && outcome !== 'sent') logger.warn({ mail: mail.id, outcome }, 'a message was given up');
  }

  /** Until it succeeds: a message that was sent and is not recorded would be sent again. */
  async function record({ id: mail }: DueMail, statement: ReturnType<typeof end>): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        await database.none(statement);
        return;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        if (attempts === 1) logger.warn({ mail, err: error }, 'what became of a message is recorded later');
        await pause(PAUSE, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  return {
    start() {
      if (settings.to === 'folder') logger.info({ folder: settings.folder }, 'mail is kept in a folder');
      work.start();
    },
    async stop() {
      const grace = setTimeout(() => stopping.abort(), GRACE);
      await work.stop();
      await Promise.all(sending.values());
      clearTimeout(grace);
      transport.close();
    },
  };

  /** @returns undefined for a message that is tried again */
  async function attempt(mail: DueMail): Promise<Outcome | undefined> {
    const { id, message_id: messageId, recipient: to, content, created_at: date, attempts } = mail;
    const ending = AbortSignal.timeout(mail.remaining);
    const signal = AbortSignal.any([stopping.signal, ending, AbortSignal.timeout(LONGEST_ATTEMPT)]);
    try {
      await transport.send({ ...content, id, messageId, to, date }, signal);
      return 'sent';
    } catch (error) {
      const { code, command, responseCode } = error as SendFailure;
      // What servers say contains addresses.
      logger.warn({ mail: id, attempts, code, command, responseCode }, 'a message was not sent');
      if (isRefusal(command, responseCode)) return 'refused';
      return ending.aborted ? 'expired' : undefined;
    }
  }
}

/** RFC 5321, 4.2.1: 5yz is permanent. Only for this message, though; a wrong password is a mistake in the settings. */
function isRefusal(command: string | undefined, responseCode: number | undefined): boolean {
  return (command === 'RCPT TO' || command === 'DATA') && responseCode !== undefined && responseCode >= 500;
}
