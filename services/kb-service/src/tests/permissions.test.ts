import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { addSynonyms } from '@guidepost/search';
import { openTestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { addAddress, changeAddress, importAddresses, removeAddress } from '../addresses/change-addresses.ts';
import { importKnowledgeBase } from '../archive/import/import-knowledge-base.ts';
import type { ImportSource } from '../archive/import/import-source.ts';
import { createCredentials } from '../contact/credentials.ts';
import { setTarget } from '../contact/targets.ts';
import { closeMessage, eraseMessages, retryMessage } from '../contact/waiting-messages.ts';
import { type Action, type Actor, PERMISSIONS, type Role } from '../model/permissions.ts';
import { deleteComment, writeComment } from '../readers/guide-comments.ts';
import { castVote } from '../readers/votes.ts';
import { confirmGuides, setGuideProperties } from '../reviews/set-properties.ts';
import { changeSynonyms } from '../search/change-synonyms.ts';
import { queueGuides } from '../search/queue-guides.ts';
import { issueAccessKey, type KeyScope, revokeAccessKey } from '../tenants/access-keys.ts';
import { createKnowledgeBase, deleteKnowledgeBase, setProperties } from '../tenants/administration.ts';
import { setLanguages } from '../tenants/languages.ts';
import { setLogo } from '../tenants/logo.ts';
import { knowledgeBaseWebhooks } from '../tenants/webhooks.ts';
import { OPERATOR, writeContent } from '../testing/content.ts';
import { migrateDatabase, startTestService, type TestService } from '../testing/test-service.ts';
import { deleteGuides } from '../writing/deleted/delete-guides.ts';
import { purgeGuides } from '../writing/deleted/purge-guides.ts';
import { restoreGuides } from '../writing/deleted/restore-guides.ts';
import { createGuide } from '../writing/drafts/create-guide.ts';
import { renameGuide } from '../writing/drafts/guide-slugs.ts';
import { discardDraft, proposeDraft, returnDraft } from '../writing/drafts/propose-draft.ts';
import { saveDraft } from '../writing/drafts/save-draft.ts';
import { uploadFile } from '../writing/drafts/upload-file.ts';
import { uploadImage } from '../writing/drafts/upload-image.ts';
import { editGuide } from '../writing/edit-guide.ts';
import { publishGuide, scheduleGuide } from '../writing/publishing/publish-guide.ts';
import { publishGuides, unpublishGuides } from '../writing/publishing/publish-guides.ts';
import { answerNote, deleteNote, resolveNote, writeNote } from '../writing/review/notes.ts';
import { sendBackDraft } from '../writing/review/send-back.ts';
import { moveGuides, tagGuides } from '../writing/structure/arrange-guides.ts';
import {
  changeCategory,
  createCategory,
  deleteCategory,
  mergeCategory,
} from '../writing/structure/change-categories.ts';
import { forgetAddress } from '../writing/structure/former-addresses.ts';
import { moveCategory, orderGuides } from '../writing/structure/place-categories.ts';
import { createTag, deleteTag, mergeTag, renameTag } from '../writing/structure/tags.ts';
import { republishVersion, restoreVersion } from '../writing/versions/restore-version.ts';

const HOST = 'own.example.com';
const OTHER = 'other.example.com';

const GUIDE = 101;
const DRAFT = 102;
const UNSEEN = 104;
const [C, D] = [{ slug: 'c' }, { id: 12 }];
const HOOKS = 'https://example.com/hooks';
const IMAGE = new URL('../../demo/hjalp.example.com/bilder/norrhjul.png', import.meta.url);
const SCHEDULED_AT = new Date('2100-01-01T00:00:00Z');

const EMPTY: ImportSource = {
  knowledgeBase: {},
  categories: [],
  tags: [],
  guides: [],
  unknownKeys: new Map(),
  ignoredFiles: 0,
  leftOut: [],
  remarks: [],
  without: () => EMPTY,
};

/** The first one of the database. */
const NOTE = { host: HOST, guideId: GUIDE, noteId: 1 };

type Call = (database: Database, actor: Actor) => Promise<unknown>;

/** Every function that changes something, by the action that it takes. */
const CALLS: [Action, Call][] = [
  ['knowledge-base set', (db, actor) => setProperties(db, actor, { host: HOST, name: 'New' })],
  ['knowledge-base set', (db, actor) => setLogo(db, actor, { host: HOST, logo: null })],
  ['knowledge-base delete', (db, actor) => deleteKnowledgeBase(db, actor, { host: HOST })],
  ['key create', (db, actor) => issueAccessKey(db, actor, { host: HOST, name: 'new', scope: 'write' })],
  ['key revoke', (db, actor) => revokeAccessKey(db, actor, { host: HOST, key: 'key' })],
  [
    'webhook add',
    (db, actor) => knowledgeBaseWebhooks(db).add({ host: HOST, actor }, { url: `${HOOKS}/2`, types: [] }),
  ],
  ['webhook remove', (db, actor) => knowledgeBaseWebhooks(db).remove({ host: HOST, actor }, 1)],
  ['webhook rotate', (db, actor) => knowledgeBaseWebhooks(db).rotate({ host: HOST, actor }, 1)],
  ['webhook test', (db, actor) => knowledgeBaseWebhooks(db).test({ host: HOST, actor }, 1)],
  [
    'webhook resend',
    (db, actor) => knowledgeBaseWebhooks(db).resend({ host: HOST, actor }, { id: 1, delivery: 1 }),
  ],
  [
    'contact set',
    (database, actor) =>
      setTarget({ database, credentials: createCredentials(async () => 'a secret of the tests') }, actor, {
        host: HOST,
        kind: 'mail',
        fields: { email: 'support@example.com' },
        token: '',
      }),
  ],
  ['contact retry', (db, actor) => retryMessage(db, actor, { host: HOST, id: 1 })],
  ['contact close', (db, actor) => closeMessage(db, actor, { host: HOST, id: 1 })],
  ['contact erase', (db, actor) => eraseMessages(db, actor, { host: HOST, email: 'a@example.com' })],
  [
    'search synonyms',
    (db, actor) =>
      changeSynonyms(db, actor, {
        host: HOST,
        words: 'bill, invoice',
        work: (executor, tenant) => addSynonyms(executor, tenant, [['bill', 'invoice']]),
      }),
  ],
  ['search reindex', (db, actor) => queueGuides(db, actor, { host: HOST })],
  [
    'import',
    (db, actor) =>
      importKnowledgeBase(db, actor, { host: HOST, source: EMPTY, signal: new AbortController().signal }),
  ],
  ['guide create', (db, actor) => createGuide(db, actor, { host: HOST, title: 'New' })],
  ['guide publish', (db, actor) => publishGuide(db, actor, { host: HOST, guideId: DRAFT })],
  ['guide publish', (db, actor) => publishGuides(db, actor, { host: HOST, ids: [DRAFT] })],
  [
    'guide schedule',
    (db, actor) => scheduleGuide(db, actor, { host: HOST, guideId: DRAFT, publishAt: SCHEDULED_AT }),
  ],
  ['guide unpublish', (db, actor) => unpublishGuides(db, actor, { host: HOST, ids: [GUIDE] })],
  ['guide rename', (db, actor) => renameGuide(db, actor, { host: HOST, slug: 'a', newSlug: 'c' })],
  ['guide delete', (db, actor) => deleteGuides(db, actor, { host: HOST, slugs: ['a'] })],
  ['guide restore', (db, actor) => restoreGuides(db, actor, { host: HOST, references: ['gone'] })],
  ['guide purge', (db, actor) => purgeGuides(db, actor, { host: HOST, references: ['gone'] })],
  ['draft save', (db, actor) => saveDraft(db, actor, { host: HOST, guideId: GUIDE, title: 'New' })],
  ['draft propose', (db, actor) => proposeDraft(db, actor, { host: HOST, guideId: DRAFT })],
  ['draft return', (db, actor) => returnDraft(db, actor, { host: HOST, guideId: DRAFT })],
  ['draft send-back', (db, actor) => sendBackDraft(db, actor, { host: HOST, guideId: DRAFT, note: 'Why?' })],
  ['note write', (db, actor) => writeNote(db, actor, { host: HOST, guideId: GUIDE, text: 'Why?' })],
  ['note answer', (db, actor) => answerNote(db, actor, { ...NOTE, text: 'So.' })],
  ['note resolve', (db, actor) => resolveNote(db, actor, { ...NOTE, isResolved: true })],
  ['note reopen', (db, actor) => resolveNote(db, actor, { ...NOTE, isResolved: false })],
  ['note delete', (db, actor) => deleteNote(db, actor, NOTE)],
  ['version restore', (db, actor) => restoreVersion(db, actor, { host: HOST, guideId: GUIDE, number: 1 })],
  ['guide publish', (db, actor) => republishVersion(db, actor, { host: HOST, guideId: GUIDE, number: 1 })],
  [
    'image upload',
    async (db, actor) => {
      const bytes = await readFile(IMAGE);
      return uploadImage(db, actor, { host: HOST, guideId: GUIDE, name: 'logo.png', bytes });
    },
  ],
  [
    'file upload',
    async (db, actor) => {
      const bytes = await readFile(IMAGE);
      return uploadFile(db, actor, { host: HOST, guideId: GUIDE, name: 'logo.png', bytes });
    },
  ],
  ['comment delete', (db, actor) => deleteComment(db, actor, { host: HOST, id: 1 })],
  ['guide move', (db, actor) => moveGuides(db, actor, { host: HOST, ids: [GUIDE], to: { id: 12 } })],
  ['guide tag', (db, actor) => tagGuides(db, actor, { host: HOST, ids: [GUIDE], add: ['New'] })],
  [
    'guide assign',
    (db, actor) => setGuideProperties(db, actor, { host: HOST, ids: [GUIDE], changes: { reviewMonths: 6 } }),
  ],
  [
    'guide describe',
    (db, actor) => setGuideProperties(db, actor, { host: HOST, ids: [UNSEEN], changes: { summary: 'New' } }),
  ],
  ['guide review', (db, actor) => confirmGuides(db, actor, { host: HOST, ids: [GUIDE] })],
  ['guide forget', (db, actor) => forgetAddress(db, actor, { host: HOST, slug: 'former' })],
  ['category create', (db, actor) => createCategory(db, actor, { host: HOST, name: 'New' })],
  ['category change', (db, actor) => changeCategory(db, actor, { host: HOST, category: C, name: 'N' })],
  ['category move', (db, actor) => moveCategory(db, actor, { host: HOST, category: C, parent: D })],
  ['category merge', (db, actor) => mergeCategory(db, actor, { host: HOST, category: C, into: D })],
  ['category order', (db, actor) => orderGuides(db, actor, { host: HOST, category: C, guideIds: [GUIDE] })],
  ['category delete', (db, actor) => deleteCategory(db, actor, { host: HOST, category: C, guidesTo: D })],
  ['redirect add', (db, actor) => addAddress(db, actor, { host: HOST, address: '/new', to: '/' })],
  [
    'redirect change',
    (db, actor) => changeAddress(db, actor, { host: HOST, address: { address: '/old' }, to: '/search' }),
  ],
  ['redirect remove', (db, actor) => removeAddress(db, actor, { host: HOST, address: { address: '/old' } })],
  [
    'redirect import',
    (db, actor) =>
      importAddresses(db, actor, {
        host: HOST,
        replace: false,
        dryRun: false,
        addresses: [{ address: '/new', to: '/' }],
      }),
  ],
  ['tag create', (db, actor) => createTag(db, actor, { host: HOST, name: 'New' })],
  ['tag rename', (db, actor) => renameTag(db, actor, { host: HOST, tag: { slug: 't' }, name: 'New' })],
  ['tag merge', (db, actor) => mergeTag(db, actor, { host: HOST, tag: { id: 21 }, into: { id: 22 } })],
  ['tag delete', (db, actor) => deleteTag(db, actor, { host: HOST, tag: { id: 21 } })],
  ['draft discard', (db, actor) => discardDraft(db, actor, { host: HOST, guideId: DRAFT })],
];

/** Changes for people whose languages have the main one, and not all. The guide that is deleted has a translation. */
const IN_MAIN_LANGUAGE = /^(?:guide(?! delete)|draft|note|version|image|file|comment) |^search synonyms$/;

/** Not by host: S33 has a test of its own below. */
const WITHOUT_HOST: Action[] = ['knowledge-base create'];

const ROLES: Role[] = ['owner', 'editor', 'author'];
const ROLES_AT_DOORS = ROLES.flatMap((role) => [[role, 'desk'] as const, [role, 'api'] as const]);

let cluster: TestDatabase;
let database: Database;
let own: number;
let other: number;

beforeAll(async () => {
  cluster = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
  database = openTestDatabase(cluster.url);
  await writeContent(database, {
    host: HOST,
    categories: [
      { id: 11, slug: 'c' },
      { id: 12, slug: 'd' },
    ],
    tags: [
      { id: 21, slug: 't' },
      { id: 22, slug: 'u' },
    ],
    guides: [
      { id: GUIDE, slug: 'a', categories: [11], tags: [21] },
      { id: DRAFT, slug: 'b' },
      { id: 103, slug: 'gone' },
      { id: UNSEEN, slug: 'unseen', published: false },
    ],
  });
  await deleteGuides(database, OPERATOR, { host: HOST, slugs: ['gone'] });
  await writeContent(database, { host: OTHER, guides: [{ id: 201, slug: 'a' }] });
  await issueAccessKey(database, OPERATOR, { host: HOST, name: 'key' });
  await database.none(
    `insert into contact_messages (knowledge_base_id, digest, content)
     select id, sha256('message'), '{"email": "a@example.com"}' from knowledge_bases where host = $1`,
    [HOST],
  );
  const [webhooks, change] = [knowledgeBaseWebhooks(database), { host: HOST, actor: OPERATOR }];
  await webhooks.add(change, { url: HOOKS, types: ['guide.voted'] });
  await webhooks.test(change, 1);
  own = await idOf(HOST);
  await addAddress(database, OPERATOR, { host: HOST, address: '/old', to: '/guides/a' });
  await renameGuide(database, OPERATOR, { host: HOST, slug: 'a', newSlug: 'former' });
  await renameGuide(database, OPERATOR, { host: HOST, slug: 'former', newSlug: 'a' });
  other = await idOf(OTHER);
  await setLanguages(database, OPERATOR, { host: HOST, languages: ['en', 'de'] });
  const translation = { host: `${HOST}:de`, guideId: GUIDE, title: 'A', state: 'published' } as const;
  await editGuide(database, OPERATOR, translation);
  await saveDraft(database, actorOf('author', own), { host: HOST, guideId: DRAFT, title: 'Draft' });
  await proposeDraft(database, actorOf('author', own), { host: HOST, guideId: DRAFT });
  await writeNote(database, actorOf('author', own), { host: HOST, guideId: GUIDE, text: 'Why?' });
  const vote = { knowledgeBaseId: own, guideId: GUIDE, voter: randomBytes(32), address: randomBytes(32) };
  await castVote(database, { ...vote, vote: 'down' });
  await writeComment(database, { ...vote, text: 'The price.' });
});

afterAll(async () => {
  await closeDatabase(database);
  await cluster.drop();
});

async function idOf(host: string): Promise<number> {
  return (await database.one('select id from knowledge_bases where host = $1', [host])).id;
}

/** The role that may do it, with the fewest rights of those that can be limited to languages. */
function lowestRole(action: Action): Role {
  return ROLES.findLast((role) => PERMISSIONS[action].some((each) => each === role)) ?? 'owner';
}

function actorOf(role: Role, knowledgeBaseId: number, door: Actor['door'] = 'desk'): Actor {
  return { name: 'Maja', role, door, ...(door === 'desk' && { personId: 7 }), knowledgeBaseId };
}

/** The kind of the error that a call ends with, or `done`; everything is rolled back. */
async function attempt(call: Call, actor: Actor): Promise<{ outcome: string; traces: number }> {
  const rollback = new Error('rollback');
  let outcome = 'done';
  let traces = 0;
  await database
    .tx(async (transaction) => {
      const before = await countTraces(transaction);
      try {
        await call(transaction as unknown as Database, actor);
      } catch (error) {
        outcome = (error as { kind?: string }).kind ?? String(error);
      }
      traces = (await countTraces(transaction)) - before;
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return { outcome, traces };
}

async function countTraces(transaction: Pick<Database, 'one'>): Promise<number> {
  return (await transaction.one('select count(*) from audit_entries')).count;
}

describe('S33: every change', () => {
  it('is in this table', () => {
    const called = new Set<string>([...CALLS.map(([action]) => action), ...WITHOUT_HOST]);
    expect(Object.keys(PERMISSIONS).filter((action) => !called.has(action))).toEqual([]);
  });

  describe.each(CALLS)('%s', (action, call) => {
    it.each(ROLES_AT_DOORS)('is done for %s at the door %s as the permissions say', async (role, door) => {
      const { outcome } = await attempt(call, actorOf(role, own, door));
      const allowed: readonly Role[] = PERMISSIONS[action];
      expect(outcome).toBe(allowed.includes(role) ? 'done' : 'forbidden');
    });

    it('is done for people of its language alone, or of all where it concerns all', async () => {
      const role = lowestRole(action);
      const limits = [['en'], ['de'], ['en', 'de'], []];
      const outcomes: string[] = [];
      for (const languages of limits)
        outcomes.push((await attempt(call, { ...actorOf(role, own), languages })).outcome);
      const inMain = IN_MAIN_LANGUAGE.test(action) ? 'done' : 'forbidden';
      expect(outcomes).toEqual(
        role === 'owner' ? limits.map(() => 'done') : [inMain, 'forbidden', 'done', 'forbidden'],
      );
    });

    it.each(ROLES_AT_DOORS)('does not exist for %s of another tenant at the door %s', async (role, door) => {
      expect(await attempt(call, actorOf(role, other, door))).toEqual({ outcome: 'not-found', traces: 0 });
    });
  });
});

describe('a guide that readers see', () => {
  it.each(['summary', 'synonyms'] as const)(
    'gets another %s from editors, not from authors',
    async (name) => {
      const changes = { summary: { summary: 'New' }, synonyms: { synonyms: ['new'] } }[name];
      const describeGuide: Call = (db, actor) =>
        setGuideProperties(db, actor, { host: HOST, ids: [GUIDE], changes });
      const outcomes = ROLES.map(async (role) => (await attempt(describeGuide, actorOf(role, own))).outcome);
      expect(await Promise.all(outcomes)).toEqual(['done', 'done', 'forbidden']);
    },
  );
});

describe('a translation', () => {
  const GERMAN = `${HOST}:de`;
  const guide = { host: GERMAN, guideId: GUIDE };
  const rows: [string, Role, Call][] = [
    ['draft save', 'author', (db, actor) => saveDraft(db, actor, { ...guide, title: 'Neu' })],
    ['note write', 'author', (db, actor) => writeNote(db, actor, { ...guide, text: 'Warum?' })],
    [
      'publish',
      'editor',
      (db, actor) => editGuide(db, actor, { ...guide, title: 'Neu', state: 'published' }),
    ],
    ['names', 'editor', (db, actor) => changeCategory(db, actor, { host: GERMAN, category: C, name: 'N' })],
    ['tags', 'editor', (db, actor) => renameTag(db, actor, { host: GERMAN, tag: { id: 21 }, name: 'N' })],
    [
      'describe',
      'editor',
      (db, actor) =>
        setGuideProperties(db, actor, { host: GERMAN, ids: [GUIDE], changes: { summary: 'Neu' } }),
    ],
  ];

  it.each(rows)('is a matter of people of its language: %s', async (_, role, call) => {
    const outcomes: string[] = [];
    for (const languages of [['de'], ['en'], null])
      outcomes.push((await attempt(call, { ...actorOf(role, own), languages })).outcome);
    expect(outcomes).toEqual(['done', 'forbidden', 'done']);
  });

  it('has its reviews from people of the main language', async () => {
    const assign: Call = (db, actor) =>
      setGuideProperties(db, actor, { host: GERMAN, ids: [GUIDE], changes: { reviewMonths: 6 } });
    const outcome = async (languages: string[] | null) =>
      (await attempt(assign, { ...actorOf('editor', own), languages })).outcome;
    expect([await outcome(['de']), await outcome(['en', 'de']), await outcome(null)]).toEqual([
      'forbidden',
      'done',
      'done',
    ]);
  });
});

describe('a knowledge base', () => {
  const create: Call = (db, actor) =>
    createKnowledgeBase(db, actor, {
      host: 'new.example.com',
      name: 'New',
      organization_name: 'New',
      language: 'en',
      access: 'public',
    });

  it.each(ROLES)('is not created by %s of another one', async (role) => {
    expect(await attempt(create, actorOf(role, own))).toEqual({ outcome: 'forbidden', traces: 0 });
  });

  it('is created by the command line', async () => {
    expect(await attempt(create, OPERATOR)).toEqual({ outcome: 'done', traces: 1 });
  });
});

describe('S33: every change over the API', () => {
  const BASE = `/jsonapi/knowledge/v1/${HOST}`;
  const C = 'knowledge_base_category';
  const patch = (type: string, id: number, attributes: object) => ({ type, id: String(id), attributes });

  /** A request for each action that the API has, on resources of its own. */
  const REQUESTS: [Action, 'post' | 'patch' | 'delete', string, object?][] = [
    ['guide create', 'post', '/guides', { type: 'guide', attributes: { title: 'New' } }],
    ['draft save', 'patch', '/guides/101', patch('guide', 101, { title: 'New' })],
    ['draft propose', 'patch', '/guides/102', patch('guide', 102, { state: 'proposed' })],
    ['draft return', 'patch', '/guides/102', patch('guide', 102, { state: 'draft' })],
    [
      'guide schedule',
      'patch',
      '/guides/103',
      patch('guide', 103, { state: 'scheduled', publish_at: SCHEDULED_AT }),
    ],
    ['guide publish', 'patch', '/guides/104', patch('guide', 104, { state: 'published' })],
    ['guide unpublish', 'patch', '/guides/104', patch('guide', 104, { state: 'draft' })],
    [
      'guide review',
      'patch',
      '/guides/101',
      patch('guide', 101, { reviewed_on: new Date().toISOString().slice(0, 10) }),
    ],
    ['guide assign', 'patch', '/guides/101', patch('guide', 101, { review_months: 6 })],
    ['guide describe', 'patch', '/guides/101', patch('guide', 101, { summary: 'New' })],
    ['guide delete', 'delete', '/guides/105'],
    ['image upload', 'post', '/guides/101/images'],
    ['file upload', 'post', '/guides/101/files'],
    ['category create', 'post', '/categories', { type: C, attributes: { name: 'New' } }],
    ['category change', 'patch', '/categories/11', patch(C, 11, { name: 'New' })],
    ['category move', 'patch', '/categories/11', patch(C, 11, { position: 2 })],
    ['category delete', 'delete', '/categories/12'],
    ['tag create', 'post', '/tags', { type: 'tag', attributes: { name: 'New' } }],
    ['tag rename', 'patch', '/tags/21', patch('tag', 21, { name: 'Newer' })],
    ['tag delete', 'delete', '/tags/22'],
    ['redirect add', 'post', '/addresses', { type: 'address', attributes: { address: '/new', to: '/' } }],
    ['redirect change', 'patch', '/addresses/31', patch('address', 31, { to: '/search' })],
    ['redirect remove', 'delete', '/addresses/32'],
  ];

  /** At the desk and on the command line only. */
  const ELSEWHERE: Action[] = [
    'comment delete',
    'knowledge-base create',
    'knowledge-base set',
    'knowledge-base delete',
    'key create',
    'key revoke',
    'webhook add',
    'webhook remove',
    'webhook rotate',
    'webhook test',
    'webhook resend',
    'contact set',
    'contact retry',
    'contact close',
    'contact erase',
    'search reindex',
    'search synonyms',
    'import',
    'guide rename',
    'guide move',
    'guide tag',
    'guide forget',
    'guide restore',
    'guide purge',
    'draft send-back',
    'draft discard',
    'note write',
    'note answer',
    'note resolve',
    'note reopen',
    'note delete',
    'version restore',
    'category merge',
    'category order',
    'tag merge',
    'redirect import',
  ];

  let service: TestService;
  let keys: Record<string, string>;

  beforeAll(async () => {
    const drafts = [101, 102, 103, 104, 105];
    service = await startTestService([
      {
        host: HOST,
        categories: [
          { id: 11, slug: 'c' },
          { id: 12, slug: 'd' },
        ],
        tags: [
          { id: 21, slug: 't' },
          { id: 22, slug: 'u' },
        ],
        guides: drafts.map((id) => ({ id, slug: `g-${id}`, published: false })),
      },
      { host: OTHER },
    ]);
    await service.database.none(
      `insert into addresses (knowledge_base_id, id, address, page, made_by, made_with) overriding system value
       select k.id, a.id, '/old/' || a.id, 'home', 'Test', 'cli'
       from knowledge_bases k, unnest(array[31, 32]) as a (id)
       where k.host = $1`,
      [HOST],
    );
    for (const table of ['guides', 'categories', 'tags'])
      await service.database.none('alter table $1~ alter id restart with 1000', [table]);
    const issue = async (host: string, scope: KeyScope) =>
      (await issueAccessKey(service.database, OPERATOR, { host, name: scope, scope })).key;
    keys = {
      write: await issue(HOST, 'write'),
      read: await issue(HOST, 'read'),
      other: await issue(OTHER, 'write'),
    };
    await service.settled(HOST);
    await service.settled(OTHER);
  });

  afterAll(() => service.stop());

  it('is in this table, or at other doors only', () => {
    const named = new Set<string>([...REQUESTS.map(([action]) => action), ...ELSEWHERE]);
    expect(Object.keys(PERMISSIONS).filter((action) => !named.has(action))).toEqual([]);
  });

  /** Others are refused before a file is sent. */
  const sendFile = (request: supertest.Test, key: string | undefined, field: string) =>
    key === keys.write
      ? request.attach(field, IMAGE.pathname)
      : request.type('multipart/form-data; boundary=x').send();

  describe.each(REQUESTS)('%s: %s %s', (action, method, path, data) => {
    const send = (key: string | undefined) => {
      const request = service.request[method](BASE + path).set(
        'Cookie',
        'guidepost-kb=x; __Host-guidepost-kb=x',
      );
      if (key) request.set('Authorization', `Bearer ${key}`);
      if (path.endsWith('/images')) return sendFile(request, key, 'image');
      if (path.endsWith('/files')) return sendFile(request, key, 'file');
      return request.set('Content-Type', 'application/vnd.api+json').send(data && JSON.stringify({ data }));
    };
    const traces = () =>
      service.database.any(
        "select action, done_by, door from audit_entries where action <> 'key create' order by id desc",
      );

    it.each([
      ['no key', undefined, 401],
      ['a key that may read', 'read', 403],
      ['a key of another tenant', 'other', 401],
    ])('is refused with %s', async (_, which, status) => {
      const before = await traces();
      expect((await send(which && keys[which])).status).toBe(status);
      expect(await traces()).toEqual(before);
    });

    it('is done with a key that may write, as for an editor', async () => {
      expect((await send(keys.write)).status).toBeLessThan(300);
      expect((await traces())[0]).toEqual({ action, done_by: 'write', door: 'api' });
      const allowed: readonly Role[] = PERMISSIONS[action];
      expect(allowed).toContain('editor');
    });
  });
});
