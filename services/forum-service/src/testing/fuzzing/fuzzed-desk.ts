import { type FuzzedArea, type FuzzingClient, findForms, pageArea } from '@guidepost/openapi/testing';
import type { Database } from '@guidepost/postgres';
import { readForms } from '@guidepost/testing/markup';
import { mergeDialogs } from '../../moderation/merge-dialogs.ts';
import { deleteComments, deleteDialogs } from '../../posts/delete-posts.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import { writeComments, writeDialogs, writeForum } from '../content.ts';
import { signInAs } from '../desk-client.ts';
import type { TestService } from '../test-service.ts';

export interface FuzzedPages {
  service: TestService;
  client: FuzzingClient;
  /** The routes of the whole app. */
  routes: readonly string[];
  /** Names what is new. */
  number: number;
}

/** They end the session of who sends them, or lock them out. */
const OWN_ACCOUNT = /\/desk\/(?!forum\/|health)|\/assets\//;

/** Its form is there where there is another service. */
const PARTNER = 'POST /desk/forum/:tenant/settings/partner';

/** Takes an address in its query that its form repeats, which random requests hardly ever do. */
const ERASURE = 'POST /desk/forum/:tenant/person';

/** Takes dialogs that the list has sent on; the form of one dialog does the same. */
const MERGE_OF_SEVERAL = 'POST /desk/forum/:tenant/merge';

const COUNT = 30;
const COLLEAGUES = 12;
const OPERATOR = { name: 'Operator', role: 'owner', door: 'cli' } as const;
const TEXT = '**Press** the button: ![it](https://evil.example/a.png)';

/** The desk of a new forum for its owner, a moderator and an agent. */
export async function deskArea({ service, client, routes, number }: FuzzedPages): Promise<FuzzedArea> {
  const slug = `staff-${number}`;
  const forumId = await writePosts(service.database, slug);
  const owner = await signInAs(service, { slug, role: 'owner' });
  const others = [
    await signInAs(service, { slug, role: 'editor' }),
    await signInAs(service, { slug, role: 'author' }),
  ];
  const base = `/desk/forum/${slug}`;
  for (const name of ['Restart', 'Ask', 'Thank'])
    await owner.post(`${base}/canned-answers`, { name, text: TEXT }).expect(303);
  for (const letter of 'abcdef') {
    const url = `https://hooks.example.com/${letter}`;
    const { text } = await owner.post(`${base}/webhooks`, { url, 'event[dialog.created]': 'on' }).expect(200);
    await owner.post(`${/[^"]+\/webhooks\/\d+/.exec(text)?.[0]}/test`).expect(303);
    await owner.post(`${base}/keys`, { name: `Key ${letter}`, scope: 'write' }).expect(200);
  }
  for (const field of ['order', 'size'])
    await owner.post(`${base}/settings/fields`, { field, type: 'text', maximum: '50' }).expect(303);
  const known = {
    ...KNOWN,
    ...(await listIds(service.database, forumId)),
    tenant: [slug],
    person: await invite(service, slug),
  };
  const own = routes.filter((route) => route.includes(' /desk') && !OWN_ACCOUNT.test(route));
  return pageArea({
    name: 'desk',
    routes: own,
    expected: own.filter((route) => ![ERASURE, MERGE_OF_SEVERAL, PARTNER].includes(route)),
    known,
    people: [owner, owner, ...others],
    scripts: { 'POST /desk/forum/:tenant/dialogs/:dialog/answering': { answering: ['true'] } },
    forms: await findForms({ client, routes: own, known, cookie: owner.cookie, readForms }),
  });
}

const IDS = Array.from({ length: COUNT }, (_, index) => String(index + 1));

/** Ids of dialogs, and of comments. */
const DELETED = Array.from({ length: 8 }, (_, index) => 201 + index);

/** Dialogs that are part of another one. */
const MERGED = Array.from({ length: 8 }, (_, index) => 301 + index);

const KNOWN = {
  // The first have the comments.
  dialog: [...IDS, ...IDS.slice(0, 5), ...IDS.slice(0, 5)],
  into: IDS,
  ids: ['6,7', '8', '9,10,11'],
  comment: IDS.map((id) => String(100 + Number(id))),
  before: ['120'],
  deleted: DELETED.map(String),
  confirm: ['{deleted}', '{deleted}', 'hooks.example.com', 'Key a', 'Key b'],
  table: ['searches.csv', 'tags.csv'],
  action: ['preview', 'remove', 'spam'],
  network: ['192.0.2.0/24', '2001:db8::/64'],
  title: ['Title 1', 'Changed'],
  text: [TEXT, 'Plain.'],
  state: ['answered', 'planned', ''],
  mark: ['answered', 'solved'],
  tags: ['one, two', 'urgent'],
  tag: ['one', 'urgent'],
  sender: ['bad@example.com', '192.0.2.7', 'BAD@example.com'],
  name: ['Restart', 'New'],
  scope: ['read', 'post', 'write'],
  url: ['https://hooks.example.com/c', 'http://127.0.0.1/'],
  email: ['new@example.com', 'poster-1@example.com'],
  role: ['owner', 'editor', 'author'],
  show: ['held', 'reported', 'waiting', 'all'],
  q: ['title', 'install'],
  field: ['order', 'size', 'color'],
  maximum: ['50'],
  answering: ['true', 'false'],
  note: [TEXT, ''],
  assignee: ['', 'me', 'none'],
  answered: ['yes', 'no'],
  sort: ['votes', 'oldest'],
  snoozed: ['yes'],
  when: ['tomorrow', 'week', 'day'],
  day: ['2026-12-24', '0000-00-00'],
  until: ['2099-12-24T00:00:00Z', 'x'],
  assigned: ['on'],
  shared: ['on'],
  query: ['topic=Q', 'q=title&sort=votes'],
  days: ['7', '365'],
  page: ['1', '2'],
  host: ['', 'forum.example.org'],
  address: ['/t/title/12', '/old/1', '/new'],
  to: ['/1', '/2/comments/101', '/tags/one', '/search', 'https://example.org'],
};

async function writePosts(database: Database, slug: string): Promise<number> {
  const forumId = await writeForum(database, { slug });
  await writeDialogs(
    database,
    forumId,
    IDS.map((id, index) => ({
      id: Number(id),
      tags: ['one', 'two'],
      held: index % 7 === 6,
      archived: index % 5 === 4 || index % 7 === 6,
    })),
  );
  await writeComments(
    database,
    forumId,
    IDS.map((id, index) => ({ id: 100 + Number(id), dialog_id: 1 + (index % 5), held: index % 4 === 3 })),
  );
  await writeDialogs(
    database,
    forumId,
    [...DELETED, ...MERGED].map((id) => ({ id })),
  );
  await writeComments(
    database,
    forumId,
    DELETED.map((id) => ({ id, dialog_id: 1 })),
  );
  const deletion = { slug, actor: OPERATOR };
  await deleteDialogs(database, { ...deletion, action: 'dialog delete' }, DELETED);
  await deleteComments(database, { ...deletion, action: 'comment delete' }, DELETED);
  await database.none(
    `insert into reports (forum_id, dialog_id, reporter, poster_id, author_name, reason)
     select $1, n, random_hash(), 1, 'Bo', 'Rude' from generate_series(1, 10) as n`,
    [forumId],
  );
  await database.none(
    `insert into blocked_senders (forum_id, email) select $1, 'bad-' || n || '@example.com' from generate_series(1, 9) n`,
    [forumId],
  );
  await database.none(
    `insert into spam_actions (forum_id, done_by, posters, deleted_posts, blocks, reports, hosts)
     select $1, 'Eva', '{1}', '{}', '{}', '{}', '{}' from generate_series(1, 9)`,
    [forumId],
  );
  for (const id of MERGED) {
    const merge = { ids: [id], into: 1, publicUrl: 'https://forum.example' };
    await mergeDialogs(database, { ...deletion, action: 'dialog merge' }, merge);
  }
  await database.none(
    `insert into held_hosts (forum_id, host) select $1, n || '.example' from generate_series(1, 9) n`,
    [forumId],
  );
  await database.none(
    `insert into addresses (forum_id, address, dialog_id, made_by, made_with)
     select $1, '/old/' || n, n, 'Eva', 'desk' from generate_series(1, 9) n`,
    [forumId],
  );
  for (const list of ['queue', 'dialogs'])
    await database.none(
      `insert into staff_views (tenant_id, list, name, query)
       select f.account_id, $2 || ' ' || f.id, 'View ' || n, 'topic=Q' from forums f, generate_series(1, 6) n where f.id = $1`,
      [forumId, list],
    );
  return forumId;
}

/** @returns the numbers of colleagues, who may be removed */
async function invite({ database, context }: TestService, slug: string): Promise<string[]> {
  const { account_id: tenantId } = await requireForum(database, slug);
  const invited = [];
  for (let index = 0; index < COLLEAGUES; index += 1) {
    const email = `${slug}-${index}@example.com`;
    const { member } = await context.staff.people.invite({
      tenantId,
      actor: OPERATOR,
      email,
      role: 'author',
    });
    invited.push(String(member.id));
  }
  return invited;
}

/** Records without a number before they exist. */
async function listIds(database: Database, forumId: number): Promise<Record<string, string[]>> {
  const account = 'select account_id from forums where id = $1';
  const queries = {
    answer: 'select id from canned_answers where forum_id = $1',
    webhook: `select id from webhooks where tenant_id in (${account})`,
    view: `select id from staff_views where tenant_id in (${account})`,
    block: 'select id from blocked_senders where forum_id = $1',
    redirect: 'select id from addresses where forum_id = $1',
    event: `select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.tenant_id in (${account})`,
    spam: 'select id from spam_actions where forum_id = $1',
    merge: 'select id from merge_actions where forum_id = $1',
    site: 'select id from held_hosts where forum_id = $1',
    key: `select id from access_keys where account_id in (${account})`,
  };
  const found = Object.entries(queries).map(async ([name, query]) => {
    const rows = await database.any<{ id: number }>(query, [forumId]);
    return [name, rows.map(({ id }) => String(id))] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}
