import type { Dirent } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '@guidepost/staff';
import type { MailSettings } from './mail-settings.ts';

export interface KeptMessage {
  to: string;
  subject: string;
  text: string;
  date: Date;
}

/** Messages in a folder, for people who develop on their machine. */
export interface KeptMail {
  folder: string;
  /** The newest ones of a tenant. */
  list(tenantId: number): Promise<KeptMessage[]>;
}

/** Messages that a page shows. */
const MOST = 50;

/** Beside `2026-11-29T10-00-00.000Z-7.eml`, with the id of its tenant. */
const NAME = /^\d{4}-\d\d-\d\dT[\d.-]{1,20}Z-\d{1,16}\.(\d{1,16})\.json$/;

/**
 * Undefined where the desk must not show mail, which contains links that sign people in: unless it is turned on, goes
 * into a folder, and only this machine opens the desk.
 */
export function createKeptMail(settings: MailSettings, deskUrl: string): KeptMail | undefined {
  if (settings.to !== 'folder' || !settings.isShown || !isLoopback(deskUrl)) return undefined;
  const { folder } = settings;
  return {
    folder,
    async list(tenantId) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(noneYet);
      const names = entries.filter((entry) => isOf(entry, tenantId)).map(({ name }) => name);
      const newest = names.toSorted().toReversed().slice(0, MOST);
      const messages = await Promise.all(
        newest.map(async (name) => parse(await readFile(join(folder, name), 'utf8'))),
      );
      return messages.filter((message) => message !== undefined);
    },
  };
}

/** Writes what the page shows of a message, beside the message itself. */
export async function keepReadable(
  path: string,
  { tenantId, to, subject, text, date }: KeptMessage & { tenantId: number },
): Promise<void> {
  const content = JSON.stringify({ to, subject, text, date });
  await writeFile(`${path}.${tenantId}.json`, content, { mode: 0o600 });
}

/** A link could lead out of the folder. */
function isOf(entry: Dirent, tenantId: number): boolean {
  return entry.isFile() && NAME.exec(entry.name)?.[1] === String(tenantId);
}

/** Undefined for a file that is being written, or that something else has written. */
function parse(content: string): KeptMessage | undefined {
  try {
    const { to, subject, text, date } = JSON.parse(content);
    const message = { to: String(to), subject: String(subject), text: String(text), date: new Date(date) };
    return Number.isNaN(message.date.getTime()) ? undefined : message;
  } catch {
    return undefined;
  }
}

/** The folder is made for the first message. */
function noneYet(error: NodeJS.ErrnoException): Dirent[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
