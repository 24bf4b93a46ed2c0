import type { DeskClient } from '@guidepost/desk/testing';
import type { Database } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { type Actor, THE_AUTHOR } from '../model/actor.ts';
import { type Action, PERMISSIONS } from '../model/permissions.ts';
import { writeChanged } from '../testing/changed-content.ts';
import { writeForum, writeKey } from '../testing/content.ts';
import { signInAs } from '../testing/desk-client.ts';
import { CALLS } from '../testing/every-change.ts';
import { API_REQUESTS, DESK_FORMS, fillForm, NOT_AT_DESK } from '../testing/every-request.ts';
import { operatorNamed } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const OPERATOR = operatorNamed('Test');
const ROLES = ['author', 'editor', 'owner'] as const;
type Role = (typeof ROLES)[number];
type Staff = Record<Role, DeskClient>;

let service: TestService;
let database: Database;
let accountIds: Record<'help' | 'other', number>;
let own: Staff;
let others: Staff;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  ({ database } = service);
  const forumId = await writeForum(database, { slug: 'help' });
  await writeForum(database, { slug: 'other' });
  accountIds = { help: await accountOf('help'), other: await accountOf('other') };
  own = await signInAll('help', ['Arne Author', 'Eva Editor', 'Olga Owner']);
  others = await signInAll('other', ['Other Author', 'Other Editor', 'Other Owner']);
  await writeChanged(database, forumId);
  await service.settled('help');
});

afterAll(() => service.stop());

async function accountOf(slug: string): Promise<number> {
  return (await database.one('select account_id as id from forums where slug = $1', [slug])).id;
}

async function signInAll(slug: string, [author, editor, owner]: string[]): Promise<Staff> {
  const signIn = (role: Role, name = '') => signInAs(service, { slug, role, name });
  return {
    author: await signIn('author', author),
    editor: await signIn('editor', editor),
    owner: await signIn('owner', owner),
  };
}

/** The newest entry of the audit, and how many there are. */
function lastTrace(executor: Pick<Database, 'one'> = database): Promise<Record<string, unknown>> {
  return executor.one(
    `select (select count(*) from audit_entries) + (select count(*) from account_entries) as traces, e.*
     from (select) one left join (select action, done_by as by, door from audit_entries order by id desc limit 1) e on true`,
  );
}

const OPERATORS_ONLY: readonly string[] = ['create', 'account set'];
const OWNERS_ONLY = /^(delete|set|erase|(metadata|key|webhook) .*)$/;
const ALSO_AUTHORS =
  /^(dialog (topic|state|assign|snooze|done|wait)|comment answer|note add|tag (add|remove)|staff notify)$/;
const MEMBERS = /^(erase|(dialog|comment) (edit|delete)|dialog accept)$/;

/** Said again here, so that a change of the permissions is seen. */
function allows(action: Action, role: Actor['role']): boolean {
  if (role === 'member') return MEMBERS.test(action);
  if (OPERATORS_ONLY.includes(action) || action === 'dialog accept') return false;
  if (role === 'author') return ALSO_AUTHORS.test(action);
  return role === 'owner' || !OWNERS_ONLY.test(action);
}

const actionsWithout = (...named: (readonly Action[])[]) => {
  const known = new Set(named.flat());
  return Object.keys(PERMISSIONS).filter((action) => !known.has(action as Action));
};

describe('S33: every function that changes something', () => {
  const ACTORS: [Actor['role'], Actor['door']][] = [
    ...ROLES.map((role) => [role, 'desk'] as [Role, 'desk']),
    ['editor', 'api'],
    ['member', 'page'],
  ];

  const actorOf = ([role, door]: [Actor['role'], Actor['door']], accountId: number): Actor =>
    role === 'member'
      ? { name: THE_AUTHOR, role, door, accountId }
      : { name: 'Maja', role, door, personId: own.owner.personId, accountId };

  /** The kind of the error that a call ends with, or `done`, and what it left in the audit; all is rolled back. */
  async function attempt([action, call]: (typeof CALLS)[number], actor: Actor, guarded = true) {
    const rollback = new Error('rollback');
    const guard = async () => {};
    const change = { slug: 'help', account: 'help', actor, action, ...(guarded && { guard }) };
    const ended = { outcome: 'done', recorded: false };
    await database
      .tx(async (transaction) => {
        const { traces } = await lastTrace(transaction);
        await call(transaction as unknown as Database, change).catch((error: { kind?: string }) => {
          ended.outcome = error.kind ?? String(error);
        });
        // A deleted forum keeps its entries, those of its account go on to another forum.
        ended.recorded = (await lastTrace(transaction)).traces !== traces;
        throw rollback;
      })
      .catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
    return ended;
  }

  it('is in this table', () => {
    expect(actionsWithout(CALLS.map(([action]) => action))).toEqual([]);
  });

  it.each(CALLS)('%s is done for those who may', async (...row) => {
    const [action] = row;
    for (const actor of ACTORS) {
      const isAllowed = allows(action, actor[0]);
      const expected = { outcome: isAllowed ? 'done' : 'forbidden', recorded: isAllowed };
      const ended = await attempt(row, actorOf(actor, accountIds.help));
      expect([actor, ended]).toEqual([actor, expected]);
    }
    expect(await attempt(row, OPERATOR)).toEqual({ outcome: 'done', recorded: true });
  });

  it.each(CALLS)('%s does not exist for anyone of another account', async (...row) => {
    const outcome = row[0] === 'create' ? 'forbidden' : 'not-found';
    for (const actor of ACTORS) {
      const ended = await attempt(row, actorOf(actor, accountIds.other));
      expect([actor, ended]).toEqual([actor, { outcome, recorded: false }]);
    }
  });

  it.each(CALLS.filter(([action]) => allows(action, 'member') && action !== 'erase'))(
    '%s is done for no member without a check that the post is theirs',
    async (...row) => {
      const ended = await attempt(row, actorOf(['member', 'page'], accountIds.help), false);
      expect(ended).toEqual({ outcome: expect.stringContaining('needs a guard'), recorded: false });
    },
  );
});

describe('S33: every form of the desk', () => {
  const BASE = '/desk/forum/help';

  it('is in this table', () => {
    expect(
      actionsWithout(
        DESK_FORMS.map(([action]) => action),
        NOT_AT_DESK,
      ),
    ).toEqual([]);
  });

  it.each(DESK_FORMS)('%s: %s is accepted from those who may', async (...row) => {
    const [action, path, fields] = row;
    const send = (client: DeskClient, n: number, base = BASE) =>
      client.post(base + path.replaceAll('{n}', String(n)), fillForm(fields, n, client));
    for (const [index, role] of ROLES.entries()) {
      const before = await lastTrace();
      expect([role, (await send(others[role], index + 1)).status]).toEqual([role, 404]);
      // By its id at a desk of their own.
      if (/\d|\{n\}/.test(path)) await send(others[role], index + 1, '/desk/forum/other');
      expect(await lastTrace()).toEqual(before);
      const { status } = await send(own[role], index + 1);
      const after = allows(action, role) ? { by: own[role].name, action, door: 'desk' } : before;
      expect([role, status < 400 ? 'done' : status]).toEqual([role, allows(action, role) ? 'done' : 403]);
      expect(await lastTrace()).toMatchObject(after);
    }
  });
});

describe('S33: every change over the API', () => {
  let keys: Record<'read' | 'post' | 'write' | 'other', string>;

  beforeAll(async () => {
    const idOf = async (slug: string) =>
      (await database.one<{ id: number }>('select id from forums where slug = $1', [slug])).id;
    const [help, other] = [await idOf('help'), await idOf('other')];
    keys = {
      read: await writeKey(database, help, { name: 'read', scope: 'read' }),
      post: await writeKey(database, help, { name: 'post', scope: 'post' }),
      write: await writeKey(database, help, { name: 'write', scope: 'write' }),
      other: await writeKey(database, other, { name: 'other', scope: 'write' }),
    };
    await database.none('update reports set resolved_at = null where id = 1');
  });

  it.each(API_REQUESTS)('%s: %s %s is made for a key that may write, as for an editor', async (...row) => {
    const [action, method, path, body] = row;
    const send = (key?: keyof typeof keys): supertest.Test => {
      const request = service.request[method](`/api${path}`).set('Cookie', own.owner.cookie);
      if (key) request.set('Authorization', `Bearer ${keys[key]}`);
      return body ? request.send(body) : request;
    };
    const before = await lastTrace();
    const statuses = [await send(), await send('read'), await send('post'), await send('other')];
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 403, 401]);
    expect(await lastTrace()).toEqual(before);
    expect((await send('write')).status).toBeLessThan(300);
    expect(await lastTrace()).toMatchObject({ action, by: 'write', door: 'api' });
    expect(allows(action, 'editor')).toBe(true);
  });
});

describe('S33: an author', () => {
  const BASE = '/desk/forum/help';
  const OWNERS_PAGES = ['people', 'keys', 'webhooks', 'webhooks/1', 'settings', 'audit', 'health'];
  const staff = () =>
    database.any('select tenant_id, person_id, role from staff_memberships order by tenant_id, person_id');
  const keys = () =>
    database.any('select id, account_id, name, scope, revoked_at from access_keys order by id');

  it.each([
    '/people/{me}/role',
    '/people/{editor}/role',
    '/people/{owner}/role',
    '/people/{me}/link',
    '/people/{owner}/link',
    '/people/{owner}/remove',
    '/people',
  ])('cannot change who may do what at %s', async (path) => {
    const before = [await staff(), await database.any('select * from staff_links'), await lastTrace()];
    const form = { role: 'owner', email: 'arne.author@example.com', confirm: 'Olga Owner' };
    for (const [name, client] of [['me', own.author] as const, ...Object.entries(own)])
      path = path.replace(`{${name}}`, String(client.personId));
    await own.author.post(BASE + path, form).expect(403);
    await own.editor.post(BASE + path, form).expect(403);
    await others.owner.post(BASE + path, form).expect(404);
    expect([await staff(), await database.any('select * from staff_links'), await lastTrace()]).toEqual(
      before,
    );
  });

  it.each([
    '/desk/forum/help/{page}',
    '/desk/forum/help/{page}/',
    '/desk/forum/HELP/{PAGE}',
    '/desk//forum/help//{page}',
    '/desk/forum/help/%{hex}{rest}',
    '/desk/forum/help/queue/..%2f{page}',
    '/desk/forum/help/{page}?role=owner&tenant=help&person=1',
    '/desk/forum/help/{page};role=owner',
  ])('opens no page of owners at %s', async (address) => {
    for (const page of OWNERS_PAGES) {
      const path = address
        .replace('{page}', page)
        .replace('{PAGE}', page.toUpperCase())
        .replace('{hex}{rest}', page.charCodeAt(0).toString(16) + page.slice(1));
      const headers = {
        'X-Original-URL': `${BASE}/queue`,
        'X-Http-Method-Override': 'GET',
        'X-Role': 'owner',
      };
      const { status, text } = await own.author.get(path).set(headers);
      expect([path, status >= 300]).toEqual([path, true]);
      expect(text).not.toMatch(/shop|whsec|192\.0\.2\.8|olga\.owner/i);
    }
  });

  it.each([
    ['/desk/account/name', { name: 'Arne Author' }],
    [`${BASE}/notifications`, { posts: 'off', reports: 'daily' }],
    [`${BASE}/dialogs/1001`, { action: 'wait' }],
    [`${BASE}/dialogs/1001/answer`, { text: 'With more than the form has.' }],
  ])('gains nothing by fields that a form of %s does not have', async (path, fields) => {
    const before = [await staff(), await keys()];
    const notices = () =>
      database.any('select * from staff_notices where person_id <> $1', [own.author.personId]);
    const noticesBefore = await notices();
    const more = { role: 'owner', door: 'cli', scope: 'write', archived: 'on', hold: 'none', is_owner: 'on' };
    const ids = ['person', 'person_id', 'personId', 'id', 'colleague', 'tenant', 'tenant_id', 'account_id'];
    const others = ids.map((name) => [name, String(own.owner.personId)]);
    await own.author.post(path, { ...more, ...Object.fromEntries(others), ...fields }).expect(303);
    expect([await staff(), await keys()]).toEqual(before);
    expect(await notices()).toEqual(noticesBefore);
    expect(await database.one('select name from staff_people where id = $1', [own.owner.personId])).toEqual({
      name: 'Olga Owner',
    });
  });
});
