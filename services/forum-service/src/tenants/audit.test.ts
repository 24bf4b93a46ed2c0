import { userInfo } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeComments, writeDialogs } from '../testing/content.ts';
import { type ModeratedService, startModeratedService } from '../testing/moderated-service.ts';
import { COMMENT, DIALOG, REPORT } from '../testing/posts.ts';
import type { AuditEntry } from './audit.ts';

let service: ModeratedService;
let forum: ModeratedService['forum'];
let answerOf: ModeratedService['answerOf'];

beforeEach(async () => {
  service = await startModeratedService();
  ({ forum, answerOf } = service);
  await writeDialogs(service.database, service.forumId, [{ id: 1001 }, { id: 1002, archived: true }]);
  await writeComments(service.database, service.forumId, [{ id: 1011, dialog_id: 1001 }]);
});

afterEach(() => service.stop());

/** The entries about a forum since an entry, the earliest first. */
async function entries({ slug = 'help', after = 0 } = {}): Promise<AuditEntry[]> {
  const all = (await answerOf('audit', 'list', slug, '--limit', '1000')) as AuditEntry[];
  return all.filter(({ id }) => id > after).toReversed();
}

async function latest(): Promise<number> {
  return (await entries()).at(-1)?.id ?? 0;
}

describe('what is written down', () => {
  const all = { dialog_id: null, comment_id: null, details: {} };
  const dialog = { ...all, dialog_id: 1001 };
  const comment = { ...dialog, comment_id: 1011 };

  it.each<[line: string, expected: object[], ...before: string[]]>([
    ['dialog archive help 1001 1002', [dialog]],
    ['dialog restore help 1002', [{ ...dialog, dialog_id: 1002 }]],
    ['dialog state help 1001 answered', [{ ...dialog, details: { state: 'answered' } }]],
    ['comment org-reply help 1011', [{ ...comment, details: { is_org_reply: true } }]],
    ['tag add help 1001 red blue', [{ ...dialog, details: { tags: ['blue', 'red'] } }]],
    ['tag public help red', [{ ...all, details: { tags: ['red'] } }], 'tag add help 1001 red'],
    [
      'tag private help red',
      [{ ...all, details: { tags: ['red'] } }],
      'tag add help 1001 red',
      'tag public help red',
    ],
    ['tag remove help 1001 red', [{ ...dialog, details: { tags: ['red'] } }], 'tag add help 1001 red'],
    ['block add help --email a@example.com', [{ ...all, details: { email_block: expect.any(Number) } }]],
    [
      'block remove help --email A@example.com',
      [{ ...all, details: { email_block: expect.any(Number) } }],
      'block add help --email a@example.com',
    ],
    ['block add help --address 192.0.2.7', [{ ...all, details: { address_block: expect.any(Number) } }]],
    ['set help hold links', [{ ...all, details: { hold: 'links' } }]],
    [
      'metadata add help model --type text --max 50',
      [{ ...all, details: { name: 'model', type: 'text', maximum: 50 } }],
    ],
    [
      'metadata remove help model',
      [{ ...all, details: { name: 'model' } }],
      'metadata add help model --type text --max 50',
    ],
    ['key create help site', [{ ...all, details: { key: 'site', scope: 'post' } }]],
    ['key revoke help site', [{ ...all, details: { key: 'site' } }], 'key create help site'],
    ['comment delete help 1011 --yes', [comment]],
    ['dialog delete help 1002 --yes', [{ ...dialog, dialog_id: 1002 }]],
  ])('of forum %s: who, when and what, once', async (line, expected, ...before) => {
    for (const command of before) await answerOf(...command.split(' '));
    const after = await latest();
    const words = line.split(' ');
    const start = new Date();
    await answerOf(...words, '--by', 'Maja');
    if (!/delete|revoke|create|metadata/.test(line)) await answerOf(...words, '--by', 'Nils');
    const action = words.slice(0, words[0] === 'set' ? 1 : 2).join(' ');
    const written = await entries({ after });
    // The titles are those of the dialogs as they are now.
    expect(written.map(({ title, ...entry }) => entry)).toEqual(
      expected.map((entry) => ({
        id: expect.any(Number),
        at: expect.any(String),
        by: 'Maja',
        door: 'cli',
        action,
        ...entry,
      })),
    );
    for (const { at } of written) expect(new Date(at).getTime()).toBeGreaterThanOrEqual(start.getTime() - 1);
  });

  it('names reports', async () => {
    await service.settled('help');
    await service.request.post('/api/report-dialog/help/1001').send(REPORT).expect(201);
    const [{ id }] = (await answerOf('reports', 'list', 'help')) as [{ id: number }];
    const after = await latest();
    for (let time = 0; time < 2; time += 1) await answerOf('reports', 'resolve', 'help', String(id));
    expect(await entries({ after })).toMatchObject([{ dialog_id: 1001, details: { report: id } }]);
  });

  it('tells a dialog that had waited for review from one that was archived', async () => {
    await answerOf('set', 'help', 'hold', 'links');
    await service.settled('help');
    const link = { ...DIALOG, text: 'https://example.com/' };
    await service.request.post('/api/help').send(link).expect(201);
    const { id } = await service.database.one('select id from dialogs where held');
    const after = await latest();
    await answerOf('dialog', 'restore', 'help', String(id));
    expect(await entries({ after })).toMatchObject([{ dialog_id: id, details: { held: true } }]);
  });

  it('is told of keys in each forum that they open', async () => {
    await answerOf('create', 'second', '--account', 'help', '--name', 'Second');
    await answerOf('key', 'create', 'help', 'both', '--by', 'Maja');
    for (const slug of ['help', 'second'])
      expect((await entries({ slug })).at(-1)).toMatchObject({ by: 'Maja', details: { key: 'both' } });
  });

  it('is told to the first forum of an account that had none', async () => {
    await answerOf('account', 'create', 'late');
    await answerOf('account', 'set', 'late', 'api-keys', 'on', '--by', 'Maja');
    await answerOf('key', 'create', 'late', 'early');
    await answerOf('create', 'late', '--account', 'late', '--name', 'Late');
    const told = await entries({ slug: 'late' });
    expect(told.map(({ action }) => action)).toEqual(['account set', 'key create', 'create']);
    expect(told[0]).toMatchObject({ by: 'Maja', details: { allows_keys: true } });
    await answerOf('create', 'later', '--account', 'late', '--name', 'Later');
    expect((await entries({ slug: 'later' })).map(({ action }) => action)).toEqual(['create']);
  });

  it('is the login name without --by', async () => {
    const after = await latest();
    await answerOf('set', 'help', 'name', 'Another');
    expect(await entries({ after })).toMatchObject([{ by: userInfo().username }]);
  });

  it('is nothing when a command fails', async () => {
    const after = await latest();
    for (const line of ['dialog archive help 1001 99', 'tag public help unknown', 'set help topics B'])
      expect(await forum(...line.split(' '))).toMatchObject({ code: 1 });
    expect(await entries({ after })).toEqual([]);
  });

  it('contains no e-mail address, name or text of a poster', async () => {
    await forum('set', 'help', 'hold', 'none');
    await service.settled('help');
    const who = { ...COMMENT, name: 'Canary Bird', useremail: 'canary@example.com', text: 'A canary sings.' };
    await service.request
      .post('/api/comment/help/1001')
      .set('X-Forwarded-For', '192.0.2.77')
      .send(who)
      .expect(201);
    const { id } = await service.database.one('select max(id) as id from comments');
    await answerOf('block', 'add', 'help', '--email', 'canary@example.com');
    await answerOf('block', 'add', 'help', '--address', '192.0.2.77');
    await answerOf('comment', 'delete', 'help', String(id), '--yes');
    const rows = JSON.stringify(await service.database.any('select * from audit_entries'));
    expect(rows).not.toMatch(/canary|192\.0\.2\.77/i);
  });
});

describe('forum audit list', () => {
  it('is empty for a forum to which nothing was done, and knows no other', async () => {
    await service.database.none("update forums set slug = 'quiet' where id = $1", [service.forumId]);
    expect((await forum('audit', 'list', 'quiet')).stdout).toBe('No changes found.\n');
    await service.database.none("update forums set slug = 'help' where id = $1", [service.forumId]);
    expect(await forum('audit', 'list', 'nowhere')).toMatchObject({
      code: 1,
      stderr: 'There is no forum nowhere.\n',
    });
  });

  it('shows the newest first, some of them or those since a date', async () => {
    for (const state of ['a', 'b', 'c']) await answerOf('dialog', 'state', 'help', '1001', state);
    await answerOf('comment', 'delete', 'help', '1011', '--yes');
    const all = (await answerOf('audit', 'list', 'help')) as AuditEntry[];
    expect(all).toHaveLength(4);
    expect(all).toEqual(all.toSorted((a, b) => b.id - a.id));
    expect(await answerOf('audit', 'list', 'help', '--limit', '2')).toEqual(all.slice(0, 2));
    await service.database.none(
      "update audit_entries set done_at = now() - interval '2 days' where id < $1",
      [all[0]?.id],
    );
    expect(await answerOf('audit', 'list', 'help', '--since', '24h')).toEqual(all.slice(0, 1));
    const { stdout } = await forum('audit', 'list', 'help', '--limit', '1');
    expect(stdout).toMatch(
      /^AT \(UTC\) +BY +DOOR +WHAT +DIALOG +COMMENT +DETAILS\n.* comment delete +1001 +\d+\n/,
    );
    expect(stdout).toContain('Showing the newest 1. To see more, use --limit 2.');
  });

  it('still tells of a forum that is deleted, its deletion too, and of one that is made under that name', async () => {
    await answerOf('create', 'gone', '--account', 'help', '--name', 'Gone', '--by', 'Maja');
    await answerOf('delete', 'gone', '--yes', '--by', 'Nils');
    await answerOf('create', 'gone', '--account', 'help', '--name', 'New');
    expect(await entries({ slug: 'gone' })).toMatchObject([
      { by: 'Maja', action: 'create', details: { account: 'help' } },
      { by: 'Nils', action: 'delete' },
      { action: 'create' },
    ]);
  });
});
