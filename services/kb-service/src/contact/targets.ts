import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { readEmailAddress } from '@guidepost/staff';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from '../tenants/changes.ts';
import type { Credentials } from './credentials.ts';
import { retryAllMessages } from './waiting-messages.ts';

export type TargetField = 'email' | 'address' | 'account' | 'mailbox';

export type TargetSettings = Readonly<Partial<Record<TargetField, string>>>;

interface FieldOfTarget {
  /** Undefined for a text that is none. */
  read(text: string): string | undefined;
  rule: string;
}

const EMAIL = { read: readEmailAddress, rule: 'It must be an e-mail address such as help@example.com.' };
const ADDRESS = { read: readAddress, rule: 'It must be an address such as https://example.zendesk.com.' };
const LINE = { read: readLine, rule: 'It must have 1 to 500 characters on one line.' };
const NUMBER = {
  read: (text: string) => /^\d{1,15}$/.exec(text.trim())?.[0],
  rule: 'It must be the number of the inbox.',
};

interface TargetDescription {
  fields: Readonly<Partial<Record<TargetField, FieldOfTarget & { standard?: string }>>>;
  hasToken: boolean;
}

/** Where the messages of readers can go, with what has to be known of each. */
export const TARGETS = {
  mail: { fields: { email: EMAIL }, hasToken: false },
  zendesk: { fields: { address: ADDRESS, account: EMAIL }, hasToken: true },
  freshdesk: { fields: { address: ADDRESS }, hasToken: true },
  'help-scout': {
    fields: {
      address: { ...ADDRESS, standard: 'https://api.helpscout.net' },
      account: LINE,
      mailbox: NUMBER,
    },
    hasToken: true,
  },
  webhook: { fields: {}, hasToken: false },
} as const satisfies Record<string, TargetDescription>;

export type TargetKind = keyof typeof TARGETS;

export const TARGET_KINDS = Object.keys(TARGETS) as readonly TargetKind[];

export function targetFieldsOf(kind: TargetKind): [TargetField, FieldOfTarget & { standard?: string }][] {
  return Object.entries(TARGETS[kind].fields) as [TargetField, FieldOfTarget][];
}

/** The target of a knowledge base as people see it: tokens are never shown again. */
export interface ShownTarget {
  kind: TargetKind | 'off';
  settings: TargetSettings;
  hasToken: boolean;
}

const find = sql`
  select t.kind, t.settings, t.credentials is not null as "hasToken"
  from contact_targets t
  where t.knowledge_base_id = $1
`;
const readCredentials = sql`
  select t.kind, t.settings, t.credentials from contact_targets t where t.knowledge_base_id = $1
`;
const write = sql`
  insert into contact_targets (knowledge_base_id, kind, settings, credentials)
  values ($1, $2, $3, $4)
  on conflict (knowledge_base_id) do update
  set kind = excluded.kind, settings = excluded.settings, credentials = excluded.credentials
`;
const remove = sql`
  delete from contact_targets where knowledge_base_id = $1 returning kind
`;

/** @param knowledgeBaseId of the main language */
export async function findTarget(executor: Executor, knowledgeBaseId: number): Promise<ShownTarget> {
  const found = await executor.oneOrNone<ShownTarget>(find([knowledgeBaseId]));
  return found ?? { kind: 'off', settings: {}, hasToken: false };
}

export interface TypedTarget {
  kind: string;
  fields: TargetSettings;
  /** Empty to keep the present one. */
  token: string;
}

/**
 * Chooses where messages go. A token is kept only for the address that it was entered for.
 * @throws AppError `not-found`, or `invalid` with a message for each field that is wrong
 */
export function setTarget(
  { database, credentials }: { database: Executor; credentials: Credentials },
  actor: Actor,
  { host, ...typed }: TypedTarget & { host: string },
): Promise<void> {
  const change = { host, actor, action: 'contact set' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { main_id: id }) => {
    const outcome = { changed: true, result: undefined, audit: { details: { target: typed.kind } } };
    if (typed.kind === 'off') {
      const removed = await transaction.oneOrNone(remove([id]));
      return { ...outcome, changed: removed !== null };
    }
    const { kind, settings, hasToken } = readTarget(typed);
    const token = hasToken
      ? await tokenFor(transaction, credentials, { id, kind, settings, token: typed.token })
      : null;
    await transaction.none(write([id, kind, settings, token]));
    // Messages that the former target, or the former token, did not get through.
    await retryAllMessages(transaction, id);
    return outcome;
  });
}

function readTarget({ kind: typed, fields }: TypedTarget) {
  const kind = TARGET_KINDS.find((each) => each === typed);
  if (!kind) throw wrongFields({ kind: `It must be off or one of ${TARGET_KINDS.join(', ')}.` });
  const wrong: Record<string, string> = {};
  const settings: Record<string, string> = {};
  for (const [name, { read, rule, standard = '' }] of targetFieldsOf(kind)) {
    const value = read(fields[name]?.trim() || standard);
    if (value === undefined) wrong[name] = rule;
    else settings[name] = value;
  }
  if (Object.keys(wrong).length > 0) throw wrongFields(wrong);
  return { kind, settings: settings as TargetSettings, hasToken: TARGETS[kind].hasToken };
}

async function tokenFor(
  transaction: Executor,
  credentials: Credentials,
  { id, kind, settings, token }: { id: number; kind: TargetKind; settings: TargetSettings; token: string },
): Promise<Buffer> {
  const line = readLine(token);
  if (line) return credentials.encrypt(line, id);
  const present = await transaction.oneOrNone<{
    kind: string;
    settings: TargetSettings;
    credentials: Buffer | null;
  }>(readCredentials([id]));
  const isForSame = present?.kind === kind && present.settings.address === settings.address;
  if (token.trim() === '' && isForSame && present.credentials) return present.credentials;
  throw wrongFields({ token: 'Enter the token. It is needed again if the address changes.' });
}

function wrongFields(fields: Readonly<Record<string, string>>): AppError {
  const wrong = Object.entries(fields);
  const message = wrong.map(([name, text]) => `${name}: ${text}`).join(' ');
  const lists = Object.fromEntries(wrong.map(([name, text]) => [name, [text]]));
  return new AppError('invalid', message, { fields: lists });
}

/** An origin. Tokens travel encrypted, but on the same machine. */
function readAddress(text: string): string | undefined {
  const typed = text.trim();
  const url = URL.parse(/^[\w.-]+$/.test(typed) ? `https://${typed}` : typed);
  if (!url || typed.length > 500 || url.username !== '' || url.password !== '') return undefined;
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url.origin : undefined;
}

function readLine(text: string): string | undefined {
  const line = text.trim();
  return /^[\x21-\x7e]{1,500}$/.test(line) ? line : undefined;
}
