import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from '@guidepost/service-kit';
import { keepReadable } from './kept-mail.ts';
import { headerFields, type MailContent, type MailHeaders } from './letter.ts';
import type { MailSettings } from './mail-settings.ts';

export interface SentMail extends MailContent, MailHeaders {
  id: number;
  tenantId: number;
  messageId: string;
  to: string;
  date: Date;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
}

/** Sends messages to a mail server, or keeps them in a folder. */
export interface MailTransport {
  /** @throws NodemailerError from a server or when `signal` aborts, or an error of the file system */
  send(mail: SentMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Milliseconds. A server may examine a message for ten minutes before it takes it (RFC 5321, 4.5.3.2.6). */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 600_000,
};

/** Connections to a server, and so messages that are sent at a time. */
export const CONNECTIONS = 5;

/** For a few messages at a time, each of which is tried once. */
export function createMailTransport(settings: Exclude<MailSettings, { to: 'nowhere' }>): MailTransport {
  return settings.to === 'server' ? toServer(settings) : toFolder(settings);
}

function toServer({ url, from }: Extract<MailSettings, { to: 'server' }>): MailTransport {
  // The queue tries again by itself.
  const options = { ...TIMEOUTS, pool: true, maxConnections: CONNECTIONS, maxRequeues: 0 };
  let pool: { close(): void } | undefined;
  const connect = once(async () => {
    const { createTransport } = await loadNodemailer();
    const transport = createTransport({ ...options, url });
    pool = transport;
    return transport;
  });
  return {
    async send(mail, signal) {
      await (await connect()).sendMail({ ...headersAndContent(from, mail), signal });
    },
    close: () => pool?.close(),
  };
}

/** Loaded for the first message: it takes a tenth of a second. */
function loadNodemailer(): Promise<typeof import('nodemailer')> {
  return import('nodemailer');
}

/** Only its owner may read the folder: messages contain links that sign people in. */
function toFolder({ folder, from, isShown }: Extract<MailSettings, { to: 'folder' }>): MailTransport {
  return {
    async send(mail) {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(headersAndContent(from, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}`);
      await writeFile(`${path}.eml`, message, { mode: 0o600 });
      if (isShown) await keepReadable(path, mail);
    },
    close: () => {},
  };
}

function headersAndContent(from: Extract<MailSettings, { from: object }>['from'], mail: SentMail) {
  const { to, subject, text, html, messageId, date, attachments } = mail;
  return {
    from: { ...from, ...(mail.from && { name: mail.from }) },
    // As an object, it is never parsed as a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(attachments && { attachments }),
    messageId,
    date,
    ...headerFields(mail, from.address.split('@').at(-1)),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
