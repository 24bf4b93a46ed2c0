import { AppError, type VariableSchema } from '@guidepost/service-kit';
import addressparser from 'nodemailer/lib/addressparser';

export interface MailConfig {
  MAIL_URL?: string;
  MAIL_FROM?: string;
  MAIL_OUTBOX?: string;
  MAIL_OUTBOX_PAGE?: 'on' | 'off';
}

/** Environment variables of services that send mail. */
export const MAIL_VARIABLES: Record<string, VariableSchema> = {
  MAIL_URL: {
    description: 'the mail server, smtp://user:password@host:587 or smtps://…:465',
    type: 'string',
    format: 'address',
    pattern: '^smtps?://[^/]+',
    secret: true,
  },
  MAIL_FROM: {
    description: 'the sender of mail, such as Example Help <help@example.com>; required with MAIL_URL',
    type: 'string',
  },
  MAIL_OUTBOX: {
    description: 'a folder where mail is kept as .eml files instead, without MAIL_URL',
    type: 'string',
  },
  MAIL_OUTBOX_PAGE: {
    description:
      '"on" shows owners the mail in MAIL_OUTBOX at a desk whose DESK_URL is on loopback, for development',
    type: 'string',
    enum: ['on', 'off'],
    default: 'off',
  },
};

export interface Sender {
  name: string;
  address: string;
}

/** Where mail goes: to a server, into a folder, or nowhere. */
export type MailSettings =
  | { to: 'server'; url: string; from: Sender }
  | { to: 'folder'; folder: string; from: Sender; isShown?: boolean }
  | { to: 'nowhere' };

const ADDRESS = /^[!-?A-~]+@[A-Za-z0-9.-]+$/;

/** @throws AppError `invalid` with a message of one line that starts with the name of the variable */
export function readMailSettings({ MAIL_URL, MAIL_FROM, ...kept }: MailConfig): MailSettings {
  if (MAIL_URL) {
    if (!MAIL_FROM) throw new AppError('invalid', 'MAIL_FROM is not set: MAIL_URL needs a sender');
    return { to: 'server', url: MAIL_URL, from: readSender(MAIL_FROM) };
  }
  const from = readSender(MAIL_FROM ?? 'Guidepost <guidepost@localhost>');
  const { MAIL_OUTBOX: folder, MAIL_OUTBOX_PAGE: page } = kept;
  return folder ? { to: 'folder', folder, from, isShown: page === 'on' } : { to: 'nowhere' };
}

function readSender(value: string): Sender {
  const [found, ...more] = addressparser(value, { flatten: true });
  if (found && more.length === 0 && ADDRESS.test(found.address)) return found;
  throw new AppError('invalid', `MAIL_FROM must be like Example Help <help@example.com>, not "${value}"`);
}
