import { type FuzzedArea, type FuzzingClient, findForms, pageArea } from '@guidepost/openapi/testing';
import { readForms } from '@guidepost/testing/markup';
import { setTarget } from '../../contact/targets.ts';
import { requireKnowledgeBase } from '../../tenants/find-knowledge-base.ts';
import { deleteGuides } from '../../writing/deleted/delete-guides.ts';
import { renameGuide } from '../../writing/drafts/guide-slugs.ts';
import { OPERATOR, writeContent } from '../content.ts';
import { type DeskClient, signInAs } from '../desk-client.ts';
import { EXAMPLE } from '../example.ts';
import type { TestService } from '../test-service.ts';

export interface FuzzedPages {
  service: TestService;
  client: FuzzingClient;
  /** The routes of the whole app. */
  routes: readonly string[];
  /** Part of the names of new records. */
  number: number;
}

/** They end the session of who sends them, or lock them out. */
const OWN_ACCOUNT = /\/desk\/(?!kb\/|health)|\/settings\/hosts|\/assets\/|:tenant\/editor/;

const COLLEAGUES = 12;

/** Guides that have been deleted; each can be deleted permanently once. */
const DELETED = Array.from({ length: 12 }, (_, index) => 41 + index);

const DESK = '/desk/kb/:tenant';

const SYNONYMS = ['invoice, bill', 'apple, pear', 'screw, bolt'];

const KNOWN = {
  guide: ['31', '32', '35'],
  deleted: DELETED.map(String),
  guides: DELETED.map(String),
  category: ['11', '12', '13', '14'],
  tag: ['21', '22', '24'],
  version: ['1', '2'],
  table: ['not-found.csv', 'comments.csv'],
  action: [
    'create',
    'publish',
    'unpublish',
    'tag',
    'move',
    'save',
    'propose',
    'send-back',
    'note',
    'schedule',
    'return',
    'delete',
    'discard',
    'rename',
  ],
  shared: ['on'],
  query: ['due=on', 'q=inst&sort=title'],
  'guide[31]': ['on'],
  'guide[32]': ['on'],
  note: ['Still so?', '', ' '],
  noteQuote: ['Install', ''],
  decision: ['Shorter, please.', ''],
  title: ['Install', 'Changed'],
  content: ['<p>x</p>', '<h2>A</h2><table><tr><td>b'],
  contentHtml: ['<p>x</p>', '<h2>A</h2><table><tr><td>b'],
  revision: ['1', '2'],
  slug: ['install', 'changed'],
  name: ['New', 'Changed'],
  guidesName: ['Guides'],
  vendor: ['zendesk'],
  // Refused without asking it.
  site: ['http://127.0.0.1:9'],
  into: ['12', '22'],
  confirm: [
    'Gone',
    'Gone',
    'Install',
    'New',
    'Changed',
    'start',
    'money',
    'invoices',
    'empty',
    'basics',
    'hooks.example.com',
    'Key a',
  ],
  order: ['32,31', '31'],
  scope: ['read', 'write'],
  url: ['https://hooks.example.com/c', 'http://127.0.0.1/'],
  'event[guide.published]': ['on'],
  email: ['new@example.com'],
  role: ['owner', 'editor', 'author'],
  language: ['sv', 'en'],
  access: ['public', 'key'],
  accent_color: ['#000000'],
  icon: ['book', 'chat', 'constructor'],
  notice: ['Closed today'],
  contact: ['help@example.com', 'javascript:alert(1)'],
  header_links: ['Shop https://shop.example.com'],
  font: ['serif', 'comic'],
  css: ['h1 { color: red }', '@import "x";', 'a { background: url(//x) }'],
  publish_at: ['2030-01-01T12:00', 'now'],
  address: ['/old', '/hc/en-us/articles/12-a', '/guides/new'],
  to: ['/', '/guides/install', '/categories/start', 'https://example.org/'],
  days: ['7', '365'],
  words: ['zeppelin', ...SYNONYMS],
  former: SYNONYMS,
  use: ['on', 'off'],
  before: ['5'],
  page: ['1', '2'],
  q: ['inst'],
  sort: ['-title', 'updated'],
  state: ['published', 'draft'],
};

/** A message of a reader that no target has taken. */
const MESSAGE = {
  name: 'Eva',
  email: 'eva@example.com',
  subject: 'Help',
  page: '',
  language: 'en',
  text: 'Please.',
  searched: [],
  read: [],
  answered: [],
};

/** Readers can write to the people behind a knowledge base. */
export function takeMessages({ database, context }: TestService, host: string): Promise<unknown> {
  const target = { host, kind: 'mail', fields: { email: 'support@example.com' }, token: '' } as const;
  return setTarget({ database, credentials: context.credentials }, OPERATOR, target);
}

/** The desk of a new knowledge base for an owner, an editor and an author. */
export async function deskArea({ service, client, routes, number }: FuzzedPages): Promise<FuzzedArea> {
  const host = `staff-${number}.example.com`;
  const deleted = DELETED.map((id) => ({ id, slug: `gone-${id}`, title: 'Gone' }));
  await writeContent(service.database, { ...EXAMPLE, host, guides: [...(EXAMPLE.guides ?? []), ...deleted] });
  await deleteGuides(service.database, OPERATOR, { host, ids: DELETED });
  const owner = await signInAs(service, { host, role: 'owner' });
  await prepare(service, owner, host);
  await takeMessages(service, host);
  const known = { ...KNOWN, ...(await listIds(service, host)), tenant: [host] };
  const own = routes.filter((route) => route.includes(' /desk') && !OWN_ACCOUNT.test(route));
  const forms = new Map(await findForms({ client, routes: own, known, cookie: owner.cookie, readForms }));
  // Its page needs words, which links to it have.
  forms.set(`POST ${DESK}/insights/leads-to`, [{ words: KNOWN.words, slug: KNOWN.slug }]);
  const draft = { title: KNOWN.title, contentHtml: KNOWN.contentHtml, revision: KNOWN.revision };
  return pageArea({
    name: 'desk',
    // The form of a partner is there where there is another service; those of an import have a file, or find one that
    // goes on.
    expected: own.filter(
      (route) => !/\/(?:images|files|partner)$|\/files\/|\/logo$|POST .*\/import(?:\/fetch)?$/.test(route),
    ),
    routes: own,
    known,
    people: [
      owner,
      owner,
      owner,
      await signInAs(service, { host, role: 'editor' }),
      await signInAs(service, { host, role: 'author' }),
    ],
    scripts: {
      [`POST ${DESK}/guides/:guide/draft`]: draft,
      [`POST ${DESK}/guides/:guide/comparison`]: draft,
      [`POST ${DESK}/categories`]: { name: KNOWN.name },
      [`POST ${DESK}/guides/:guide/open`]: { open: ['true'] },
      [`POST ${DESK}/markdown`]: {
        markdown: ['# Returns\n\n- [one](https://a.example)\n\n| a |\n|---|\n| 1 |', '<p>raw', ''],
      },
    },
    forms,
  });
}

async function prepare({ database }: TestService, owner: DeskClient, host: string): Promise<void> {
  for (const newSlug of ['install-it', 'install'])
    await renameGuide(database, OPERATOR, {
      host,
      slug: newSlug === 'install' ? 'install-it' : 'install',
      newSlug,
    });
  const base = `/desk/kb/${host}`;
  for (const words of SYNONYMS) await owner.post(`${base}/structure/synonyms`, { words }).expect(303);
  for (const letter of 'abcdef') {
    const url = `https://hooks.example.com/${letter}`;
    const { text } = await owner
      .post(`${base}/webhooks`, { url, 'event[guide.published]': 'on' })
      .expect(200);
    await owner.post(`${/[^"]+\/webhooks\/\d+/.exec(text)?.[0]}/test`).expect(303);
    await owner.post(`${base}/keys`, { name: `Key ${letter}`, scope: 'write' }).expect(200);
  }
}

/** The IDs of records that have none before they exist. Colleagues may be removed. */
async function listIds({ database, context }: TestService, host: string) {
  const { id: tenantId } = await requireKnowledgeBase(database, host);
  const changes = { created: 1, updated: 0, unchanged: 0 };
  const groups = { guides: changes, categories: changes, tags: changes, addresses: changes };
  await database.none(
    `insert into import_jobs (knowledge_base_id, file_name, started_by, state, heartbeat_at, report)
     select $1, 'a.zip', 'Eva', case n when 1 then 'checked' else 'imported' end, 'infinity', $2
     from generate_series(1, 3) n`,
    [tenantId, { ...groups, files: 0, lists: {}, document: {} }],
  );
  await database.none(
    `insert into staff_views (tenant_id, list, name, query)
     select $1, 'guides', 'View ' || n, 'due=on' from generate_series(1, 6) n`,
    [tenantId],
  );
  await database.none(
    `insert into contact_messages (knowledge_base_id, digest, content, file_name, file_type, file, next_attempt_at)
     select $1, sha256(n::text::bytea), $2, 'a.txt', 'text/plain', 'a', 'infinity' from generate_series(1, 12) n`,
    [tenantId, MESSAGE],
  );
  const queries = {
    message: 'select id from contact_messages where knowledge_base_id = $1',
    job: 'select id from import_jobs where knowledge_base_id = $1',
    view: 'select id from staff_views where tenant_id = $1',
    webhook: 'select id from webhooks where tenant_id = $1',
    event: `select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where w.tenant_id = $1`,
    comment: 'select id from guide_comments where knowledge_base_id = $1',
    redirect: 'select id from addresses where knowledge_base_id = $1',
    key: 'select id from access_keys where knowledge_base_id = $1',
  };
  await database.none(
    `with votes as (
       insert into guide_votes (knowledge_base_id, guide_id, voter, address, place, vote)
       select $1, 31, sha256(n::text::bytea), sha256(n::text::bytea), 1, 'down'
       from generate_series(1, 9) n returning *
     )
     insert into guide_comments (knowledge_base_id, guide_id, voter, comment)
     select knowledge_base_id, guide_id, voter, 'No.' from votes`,
    [tenantId],
  );
  await database.none(
    `insert into addresses (knowledge_base_id, address, page, made_by, made_with)
     select $1, '/old/' || n, 'home', 'Test', 'cli' from generate_series(1, 9) n`,
    [tenantId],
  );
  const found: Record<string, string[]> = { person: [] };
  for (const [name, query] of Object.entries(queries))
    found[name] = (await database.any<{ id: number }>(query, [tenantId])).map(({ id }) => String(id));
  for (let index = 0; index < COLLEAGUES; index += 1) {
    const email = `colleague-${index}@${host}`;
    const invited = await context.staff.people.invite({ tenantId, actor: OPERATOR, email, role: 'author' });
    found.person?.push(String(invited.member.id));
  }
  return found;
}
