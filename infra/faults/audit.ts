import { readdir } from 'node:fs/promises';
import { until } from '@guidepost/local-servers/testing';
import type { Database } from '@guidepost/postgres';
import { fileOf } from './forum-posts.ts';
import { type Audit, countOutcomes } from './outcomes.ts';
import { isAcknowledged, type Sent } from './posting.ts';
import type { ForumRig } from './rig.ts';

const DELIVERY_SECONDS = 120;
const PAGE = 1_000;
const SEARCHED = 20;

/** Lets all that waits be delivered, and compares what was answered with what is stored, shown, found and delivered. */
export async function audit(rig: ForumRig, sent: readonly Sent[]): Promise<Audit> {
  await deliverEverything(rig);
  const stored = await listStored(rig.database);
  const acknowledged = sent.filter(isAcknowledged);
  const others = sent.filter((one) => !isAcknowledged(one));
  const comments = marksOf(sent, stored, 'comment');
  const mails = rig.mail.received.map(({ text = '', messageId = '' }) => ({ text, id: messageId }));
  const messages = countDeliveries(mails, comments);
  const webhooks = countDeliveries(
    rig.receiver.taken.map(({ body, id }) => ({ text: body, id })),
    comments,
  );
  const files = await compareFiles(rig, sent, stored);
  return {
    sent: sent.length,
    acknowledged: acknowledged.length,
    others: countOutcomes(others),
    storedAnyway: others.filter(({ mark }) => stored.has(mark)).length,
    wrong: [
      ...acknowledged
        .filter(({ mark }) => !stored.has(mark))
        .map(({ kind, mark }) => `lost: ${kind} ${mark}`),
      ...[...stored].filter(([, times]) => times > 1).map(([mark]) => `doubled: ${mark}`),
      ...(await compareList(rig, marksOf(sent, stored, 'dialog'))),
      ...(await search(rig, acknowledged)),
      ...messages.wrong.map((mark) => `message: ${mark}`),
      ...webhooks.wrong.map((mark) => `webhook: ${mark}`),
      ...files.wrong,
    ],
    deliveredAgain: messages.again + webhooks.again,
    orphans: files.orphans,
  };
}

const ALL_DONE = `select coalesce((select bool_and(ready) from search_indexes), true)
    and not exists (select from search_backlog) and not exists (select from search_queue)
    and not exists (select from new_answers)
    and not exists (select from outgoing_mail where ended_at is null)
    and not exists (select from webhook_events where payload is null)
    and not exists (select from webhook_deliveries where ended_at is null) as done`;

/** What failed, or was cut off, waits for up to 15 minutes: here it is due at once. */
const MAKE_DUE = `update outgoing_mail set next_attempt_at = now() where ended_at is null;
  update webhook_events set write_at = now() where payload is null;
  update webhook_deliveries set next_attempt_at = now() where ended_at is null;
  update webhooks set resume_at = now()`;

async function deliverEverything({ service, database }: ForumRig): Promise<void> {
  await service.stop('SIGTERM');
  await database.multi(MAKE_DUE);
  await service.start();
  const isDone = async () => (await database.one<{ done: boolean }>(ALL_DONE)).done;
  await until('everything is delivered and indexed', isDone, DELIVERY_SECONDS);
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

function marksOf(sent: readonly Sent[], stored: ReadonlyMap<string, number>, which: string): Set<string> {
  return new Set(sent.filter(({ kind, mark }) => kind === which && stored.has(mark)).map(({ mark }) => mark));
}

/** Each comment is to be told of once; an id may come again. */
function countDeliveries(
  arrived: readonly { text: string; id: string }[],
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

/** The list of the API against the database. */
async function compareList({ posts }: ForumRig, expected: ReadonlySet<string>): Promise<string[]> {
  const shown: string[] = [];
  for (let start = 0; ; start += PAGE) {
    const answer = await fetch(`${posts.origin}/api/${posts.slug}.json?limit=${PAGE}&start=${start}`);
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

async function search({ posts }: ForumRig, acknowledged: readonly Sent[]): Promise<string[]> {
  const sought = acknowledged.filter(({ kind }) => kind === 'dialog').slice(-SEARCHED);
  const wrong: string[] = [];
  for (const { mark } of sought) {
    const answer = await fetch(`${posts.origin}/api/search/${posts.slug}/${mark}.json`);
    const found = answer.ok ? ((await answer.json()) as unknown[]).length : `status ${answer.status}`;
    if (found !== 1) wrong.push(`search: ${mark} finds ${found}`);
  }
  return wrong;
}

async function compareFiles(
  { posts, files, database }: ForumRig,
  sent: readonly Sent[],
  stored: ReadonlyMap<string, number>,
) {
  const wrong: string[] = [];
  const paths = new Set<string>();
  const rows = await database.any<{ token: string; mark: string }>(
    `select token, substring(name from '^(.*)[.]txt$') as mark from files`,
  );
  for (const { mark, path, kind } of sent) {
    if (kind !== 'file' || !path) continue;
    paths.add(path);
    const answer = await fetch(posts.origin + path);
    if ((await answer.text()) !== fileOf(mark)) wrong.push(`file: ${path} ${answer.status}`);
  }
  if (files === null) return { wrong, orphans: 0 };
  const names = (await readdir(files)).filter((name) => name.endsWith('.txt'));
  const tokens = rows.filter(({ mark }) => stored.has(mark)).map(({ token }) => token);
  for (const token of tokens)
    if (!names.some((name) => name.includes(token))) wrong.push(`file: the row ${token} has no bytes`);
  return { wrong, orphans: names.length - tokens.length };
}
