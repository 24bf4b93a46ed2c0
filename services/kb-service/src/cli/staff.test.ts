import type { ProgramResult } from '@guidepost/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { setLanguages } from '../tenants/languages.ts';
import { OPERATOR } from '../testing/content.ts';
import { useImportFixture } from '../testing/import-fixture.ts';
import { runKb } from '../testing/processes.ts';

const HOST = 'help.example.com';
const LINK = /^https:\/\/desk\.example\.com\/desk\/links\/gpl_[\w-]{43}$/;

describe('kb staff', () => {
  const fixture = useImportFixture();

  const kb = (words: string[], environment = {}): Promise<ProgramResult> =>
    runKb(['staff', ...words], {
      KB_DATABASE_URL: fixture.url,
      DESK_URL: 'https://desk.example.com',
      ...environment,
    });
  async function answerOf(...words: string[]) {
    const { code, stdout, stderr } = await kb([...words, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  beforeAll(() => fixture.create(HOST));

  it('invite, list, role, link and remove cover the life of a membership', async () => {
    const host = await fixture.createNew();
    const invited = await answerOf('invite', host, 'anna@example.com', '--role', 'author', '--by', 'Maja');
    const member = {
      host,
      id: expect.any(Number),
      email: 'anna@example.com',
      name: null,
      role: 'author',
      languages: null,
      accepted: false,
    };
    const link = { link: expect.stringMatching(LINK), expires_at: expect.any(String), mailed: false };
    expect(invited).toEqual({ ...member, ...link });
    expect(await answerOf('list', host)).toEqual([
      {
        id: invited.id,
        email: 'anna@example.com',
        name: null,
        role: 'author',
        languages: null,
        invited_by: 'Maja',
        invited_at: expect.any(String),
        accepted_at: null,
        last_seen_at: null,
        link_expires_at: invited.expires_at,
      },
    ]);
    const renewed = await answerOf('link', host, 'ANNA@example.com');
    expect(renewed).toEqual({ ...member, ...link });
    expect(renewed.link).not.toBe(invited.link);
    const owner = { ...member, role: 'owner' };
    expect(await answerOf('role', host, 'anna@example.com', 'owner')).toEqual({ ...owner, changed: true });
    expect(await answerOf('role', host, 'anna@example.com', 'owner')).toEqual({ ...owner, changed: false });
    expect(await answerOf('remove', host, 'anna@example.com')).toEqual({ ...owner, removed: true });
    expect(await answerOf('list', host)).toEqual([]);
  });

  it('invite prints the link once, and list never does', async () => {
    const { stdout } = await kb(['invite', HOST, 'otto@example.com', '--role', 'editor']);
    const lines = stdout.split('\n').map((line) => line.trim());
    expect(lines[0]).toBe(`Invited otto@example.com to ${HOST} as editor:`);
    expect(lines[2]).toMatch(LINK);
    const list = (await kb(['list', HOST])).stdout;
    expect(list.split('\n')[0]).toMatch(
      /^ID +EMAIL +NAME +ROLE +INVITED BY +ACCEPTED +LAST SEEN +LANGUAGES$/,
    );
    expect(list).toMatch(/otto@example\.com +editor +\S+ +not yet/);
    expect(list).not.toContain('gpl_');
  });

  it('invite and languages limit someone to some languages', async () => {
    const host = await fixture.createNew();
    const { language } = await fixture.database.one('select language from knowledge_bases where host = $1', [
      host,
    ]);
    await setLanguages(fixture.database, OPERATOR, { host, languages: [language, 'fr', 'pt-BR'] });
    const anna = 'anna@example.com';
    const invited = await answerOf('invite', host, anna, '--role', 'author', '--languages', 'FR');
    expect(invited).toMatchObject({ role: 'author', languages: ['fr'] });
    const { stdout } = await kb(['languages', host, anna, 'pt_BR,fr']);
    expect(stdout).toContain(`${anna} now changes texts in fr, pt-BR only.`);
    const refused = await kb(['languages', host, anna, 'fi']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(`fi is not one of the languages: ${language}, fr, pt-BR.\n`);
    const all = { languages: null, changed: true };
    expect(await answerOf('languages', host, anna, 'all')).toMatchObject(all);
  });

  it.each([
    [{ DESK_URL: '' }, 'http://localhost:4010/'],
    [{ DESK_URL: '', KB_PORT: '8080' }, 'http://localhost:8080/'],
  ])('links lead to this machine without DESK_URL: %j', async (environment, origin) => {
    const host = await fixture.createNew();
    const { stdout } = await kb(
      ['invite', host, 'anna@example.com', '--role', 'owner', '--json'],
      environment,
    );
    expect(JSON.parse(stdout).link).toContain(origin);
  });

  it.each([
    [
      'someone unknown',
      ['remove', HOST, 'nobody@example.com'],
      /^nobody@example\.com does not belong to the team\./,
    ],
    ['an unknown host', ['list', 'unknown.example'], /^There is no knowledge base unknown/],
    [
      'someone who is invited already',
      ['invite', HOST, 'OTTO@example.com', '--role', 'editor'],
      /^otto@example\.com is already on the team or invited\./,
    ],
  ])('fails with one line for %s', async (_, words, line) => {
    await kb(['invite', HOST, 'otto@example.com', '--role', 'editor']);
    const { code, stdout, stderr } = await kb(words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it.each([
    ['no role', ['invite', HOST, 'anna@example.com'], "required option '--role <role>' not specified"],
    [
      'an unknown role',
      ['invite', HOST, 'anna@example.com', '--role', 'admin'],
      'one of owner, editor, author',
    ],
    ['no address', ['invite', HOST, 'anna', '--role', 'author'], 'an e-mail address such as'],
    ['no command', [], 'Usage: kb staff'],
  ])('refuses %s with exit code 2', async (_, words, message) => {
    const { code, stdout, stderr } = await kb(words);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(message);
  });

  it('instance adds, lists and removes those who may make new ones', async () => {
    const added = await answerOf('instance', 'add', 'ada@example.com');
    expect(added).toMatchObject({
      email: 'ada@example.com',
      accepted: false,
      link: expect.stringMatching(LINK),
    });
    expect(await answerOf('instance', 'list')).toMatchObject([{ email: 'ada@example.com', role: 'owner' }]);
    expect(await answerOf('instance', 'remove', 'ada@example.com')).toMatchObject({ removed: true });
    expect(await answerOf('instance', 'list')).toEqual([]);
  });

  it('a deleted knowledge base leaves no people behind', async () => {
    const host = await fixture.createNew();
    await kb(['invite', host, 'left@example.com', '--role', 'owner']);
    await runKb(['delete', host, '--yes'], { KB_DATABASE_URL: fixture.url });
    const left = await fixture.database.any("select from staff_people where email = 'left@example.com'");
    expect(left).toEqual([]);
  });
});
