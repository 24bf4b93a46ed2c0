import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Database } from '@guidepost/postgres';
import { issueAccessKey } from '../../services/forum-service/src/tenants/access-keys.ts';
import { accountWebhooks } from '../../services/forum-service/src/tenants/webhooks.ts';
import { writeDialogs, writeForum } from '../../services/forum-service/src/testing/content.ts';
import { operatorNamed } from '../../services/forum-service/src/testing/posts.ts';
import {
  type Answer,
  type Audit,
  compareSearch,
  compareWithStored,
  type Sent,
  storedMarks,
} from './ledger.ts';
import { request, type Traffic } from './load.ts';

/** A forum that is posted to. */
export interface PostedForum {
  origin: string;
  slug: string;
  key: string;
  /** The dialog that comments are posted to. */
  dialog: number;
}

const SLUG = 'faults';

/** Far from the ids of what is posted. */
const DIALOG = 1_000_000_000;

/** A forum with a key, and a dialog that a person follows. @param webhooks where comments are told of, if anywhere */
export async function prepareForum(
  database: Database,
  { origin, webhooks }: { origin: string; webhooks?: string },
): Promise<PostedForum> {
  const forum = await writeForum(database, { slug: SLUG });
  await writeDialogs(database, forum, [{ id: DIALOG }]);
  await database.none(
    `insert into followers (forum_id, dialog_id, email, person, confirmed)
     values ($1, $2, 'follower@example.com', $3, true)`,
    [forum, DIALOG, randomBytes(32)],
  );
  const { key } = await issueAccessKey(database, SLUG, { name: 'faults' });
  if (webhooks) await addWebhook(database, webhooks);
  return { origin, slug: SLUG, key, dialog: DIALOG };
}

async function addWebhook(database: Database, url: string): Promise<void> {
  const change = { account: SLUG, actor: operatorNamed('faults') };
  await accountWebhooks(database).add(change, { url, types: ['comment.created'] });
}

/** One post in this many is a comment, and by default one a file. */
const COMMENT_EVERY = 20;
const FILE_EVERY = 50;

const JSON_TYPE = { 'Content-Type': 'application/json' };

export function forumTraffic(forum: PostedForum, fileEvery = FILE_EVERY): Traffic {
  return {
    kindOf(number) {
      if (number % fileEvery === 1) return 'file';
      return number % COMMENT_EVERY === 0 ? 'comment' : 'dialog';
    },
    send: (sent) => send(forum, sent),
  };
}

async function send({ origin, slug, key, dialog }: PostedForum, { kind, mark }: Sent): Promise<Answer> {
  const author = { name: 'Anna Berg', useremail: `${mark}@example.com` };
  switch (kind) {
    case 'file': {
      const form = new FormData();
      form.set('file', new Blob([fileOf(mark)], { type: 'text/plain' }), `${mark}.txt`);
      const encoded = new Response(form);
      const headers = { 'Content-Type': encoded.headers.get('content-type') ?? '' };
      return request(`${origin}/api/file/${slug}?key=${key}`, await encoded.text(), { headers });
    }
    case 'comment': {
      const comment = JSON.stringify({ ...author, text: `Like this: ${mark}` });
      return request(`${origin}/api/comment/${slug}/${dialog}`, comment, { headers: JSON_TYPE });
    }
    default: {
      const fields = { topic: 'Q', title: `Question ${mark}`, text: 'How do I begin?' };
      const post = JSON.stringify({ ...author, ...fields });
      return request(`${origin}/api/${slug}`, post, { headers: JSON_TYPE });
    }
  }
}

/** The content of the file with a mark, which is read back later. */
const fileOf = (mark: string): string => `The file ${mark}.\n`.repeat(50);

/** Messages that arrived at a mail server or a receiver of webhooks. */
export interface Delivered {
  text: string;
  /** The same when it is delivered again. */
  id: string;
}

export interface AuditedForum {
  forum: PostedForum;
  database: Database;
  mail: readonly Delivered[];
  webhooks: readonly Delivered[];
  /** The folder of files; null if they are in an object store. */
  files: string | null;
}

/** Compares what was answered with what is stored, shown, found and delivered, once all that waited is delivered. */
export async function auditForum(audited: AuditedForum, sent: readonly Sent[]): Promise<Audit> {
  const { forum, database } = audited;
  const stored = await listStored(database);
  const comments = storedMarks(sent, stored, 'comment');
  const mail = compareDeliveries(audited.mail, comments);
  const webhooks = compareDeliveries(audited.webhooks, comments);
  const compared = compareWithStored(sent, stored);
  const bytes = await compareBytes(audited, stored);
  return {
    ...compared,
    wrong: [
      ...compared.wrong,
      ...(await compareList(forum, storedMarks(sent, stored, 'dialog'))),
      ...(await compareSearch(sent, 'dialog', (mark) => search(forum, mark))),
      ...mail.wrong.map((mark) => `message: ${mark}`),
      ...webhooks.wrong.map((mark) => `webhook: ${mark}`),
      ...(await compareFiles(forum, sent)),
      ...bytes.wrong,
    ],
    deliveredAgain: mail.again + webhooks.again,
    orphans: bytes.orphans,
  };
}

/** How often each mark is stored. */
async function listStored(database: Database): Promise<Map<string, number>> {
  const rows = await database.any<{ mark: string; times: number }>(
    `select mark, count(*) as times
     from (
       select substring(title from '^Question (.*)$') as mark from dialogs
       union all select substring(text from '^Like this: (.*)$') from comments
       union all select substring(name from '^(.*)[.]txt$') from files
     ) posts
     where mark is not null
     group by mark`,
  );
  return new Map(rows.map(({ mark, times }) => [mark, times]));
}

/** Each comment is to be told of once; an id may come again. */
function compareDeliveries(
  arrived: readonly Delivered[],
  expected: ReadonlySet<string>,
): { wrong: string[]; again: number } {
  const ids = new Map<string, Set<string>>();
  for (const { text, id } of arrived) {
    const mark = /Like this: (\w+)/.exec(text)?.[1] ?? text;
    ids.set(mark, (ids.get(mark) ?? new Set()).add(id));
  }
  const wrong = [
    ...[...expected].filter((mark) => !ids.has(mark)).map((mark) => `${mark} is missing`),
    ...[...ids].filter(([mark]) => !expected.has(mark)).map(([mark]) => `${mark} is not stored`),
    ...[...ids].filter(([, different]) => different.size > 1).map(([mark]) => `${mark} is doubled`),
  ];
  return { wrong, again: arrived.length - new Set(arrived.map(({ id }) => id)).size };
}

const PAGE = 1_000;

/** The list of the API against the marks of dialogs. */
export async function compareList(
  { origin, slug }: PostedForum,
  expected: ReadonlySet<string>,
): Promise<string[]> {
  const shown: string[] = [];
  for (let start = 0; ; start += PAGE) {
    const answer = await fetch(`${origin}/api/${slug}.json?limit=${PAGE}&start=${start}`);
    const page = (await answer.text()).match(/(?<="title": ?"Question )\w+/g) ?? [];
    shown.push(...page);
    if (page.length < PAGE - 1) break;
  }
  const seen = new Set(shown);
  return [
    ...[...expected].filter((mark) => !seen.has(mark)).map((mark) => `not shown: ${mark}`),
    ...(shown.length > seen.size ? [`shown twice: ${shown.length - seen.size} dialogs`] : []),
  ];
}

async function search({ origin, slug }: PostedForum, mark: string): Promise<unknown[] | undefined> {
  const answer = await fetch(`${origin}/api/search/${slug}/${mark}.json`);
  return answer.ok ? ((await answer.json()) as unknown[]) : undefined;
}

/** Reads each acknowledged file back. */
export async function compareFiles({ origin }: PostedForum, sent: readonly Sent[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { mark, path, kind } of sent) {
    if (kind !== 'file' || !path) continue;
    const answer = await fetch(origin + path);
    if ((await answer.text()) !== fileOf(mark)) wrong.push(`file: ${path} ${answer.status}`);
  }
  return wrong;
}

/** The rows of files against the folder. */
async function compareBytes(
  { files, database }: AuditedForum,
  stored: ReadonlyMap<string, number>,
): Promise<{ wrong: string[]; orphans: number }> {
  if (files === null) return { wrong: [], orphans: 0 };
  const rows = await database.any<{ token: string; mark: string }>(
    `select token, substring(name from '^(.*)[.]txt$') as mark from files`,
  );
  const names = (await readdir(files)).filter((name) => name.endsWith('.txt'));
  const tokens = rows.filter(({ mark }) => stored.has(mark)).map(({ token }) => token);
  const missing = tokens.filter((token) => !names.some((name) => name.includes(token)));
  return {
    wrong: missing.map((token) => `file: the row ${token} has no bytes`),
    orphans: names.length - tokens.length,
  };
}
