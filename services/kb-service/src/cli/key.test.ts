import type { ProgramResult } from '@guidepost/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useImportFixture } from '../testing/import-fixture.ts';
import { runKb } from '../testing/processes.ts';

const HOST = 'help.example.com';
const KEY = /^gpk_[\w-]{43}$/;

describe('kb key', () => {
  const fixture = useImportFixture();

  const kb = (...words: string[]): Promise<ProgramResult> =>
    runKb(['key', ...words], { KB_DATABASE_URL: fixture.url });
  async function answerOf(...words: string[]) {
    const { code, stdout, stderr } = await kb(...words, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  beforeAll(async () => {
    await fixture.create(HOST);
    await fixture.create('other.example.com');
  });

  it('create, list and revoke cover the life of a key', async () => {
    const host = 'life.example.com';
    await fixture.create(host);
    const created = await answerOf('create', host, 'mobile app');
    expect(created).toEqual({
      host,
      id: expect.any(Number),
      name: 'mobile app',
      scope: 'read',
      key: expect.stringMatching(KEY),
      created_at: expect.any(String),
    });
    const { id, name, created_at } = created;
    expect(await answerOf('list', host)).toEqual([
      { id, name, created_at, last_used_at: null, revoked_at: null, scope: 'read' },
    ]);
    expect(await answerOf('revoke', host, 'mobile app')).toEqual({
      host,
      id,
      name,
      revoked_at: expect.any(String),
    });
    expect(await answerOf('list', host)).toEqual([
      { id, name, created_at, last_used_at: null, revoked_at: expect.any(String), scope: 'read' },
    ]);
  });

  it('create prints the key once, and list never does', async () => {
    const { stdout } = await kb('create', HOST, 'printed');
    const key = stdout
      .split('\n')
      .map((line) => line.trim())
      .find((line) => KEY.test(line));
    expect(key).toBeDefined();
    const list = (await kb('list', HOST)).stdout;
    expect(list.split('\n')[0]).toMatch(/^ID +NAME +CREATED +LAST USED +REVOKED +SCOPE$/);
    expect(list).toMatch(/printed +\S+Z +never +read$/m);
    expect(list).not.toContain('gpk_');
  });

  it('names are unique among active keys', async () => {
    const first = await answerOf('create', HOST, 'taken');
    expect(await kb('create', HOST, 'taken')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${HOST} already has an access key named taken.\n`,
    });
    await answerOf('create', 'other.example.com', 'taken');
    await answerOf('revoke', HOST, 'taken');
    expect((await answerOf('create', HOST, 'taken')).id).not.toBe(first.id);
  });

  it('revoke takes a name, or an ID if no name matches', async () => {
    const { id } = await answerOf('create', HOST, 'by id');
    const named = await answerOf('create', HOST, String(id));
    expect((await answerOf('revoke', HOST, String(id))).id).toBe(named.id);
    expect((await answerOf('revoke', HOST, String(id))).id).toBe(id);
  });

  it.each([
    ['an unknown key', ['revoke', HOST, 'nothing'], /^help\.example\.com has no active access key nothing\./],
    ['an unknown host', ['create', 'unknown.example', 'x'], /^There is no knowledge base unknown/],
    ['keys of an unknown host', ['list', 'unknown.example'], /^There is no knowledge base unknown/],
  ])('fails with one line for %s', async (_, words, line) => {
    const { code, stdout, stderr } = await kb(...words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('create takes a scope, and the audit tells who made which key', async () => {
    expect(await answerOf('create', HOST, 'editing', '--scope', 'write', '--by', 'Maja')).toMatchObject({
      scope: 'write',
    });
    await answerOf('revoke', HOST, 'editing', '--by', 'Nils');
    const { stdout } = await runKb(['audit', 'list', HOST, '--limit', '2', '--json'], {
      KB_DATABASE_URL: fixture.url,
    });
    expect(JSON.parse(stdout)).toMatchObject([
      { by: 'Nils', door: 'cli', action: 'key revoke', subject: 'editing' },
      { by: 'Maja', door: 'cli', action: 'key create', subject: 'editing', details: { scope: 'write' } },
    ]);
    expect(await kb('create', HOST, 'other', '--scope', 'all')).toMatchObject({ code: 2 });
  });

  it('revoke ignores keys of other knowledge bases', async () => {
    const { id } = await answerOf('create', HOST, 'mine');
    expect((await kb('revoke', 'other.example.com', String(id))).code).toBe(1);
  });

  describe('arguments', () => {
    it.each([
      ['no name', ['create', HOST], "error: missing required argument 'name'"],
      ['an empty name', ['create', HOST, ' '], "command-argument value ' ' is invalid"],
      ['a name with a line break (S24)', ['create', HOST, 'a\nb'], 'is invalid'],
      ['an unknown command', ['delete', HOST], "error: unknown command 'delete'"],
      ['no command', [], 'Usage: kb key'],
    ])('are refused with exit code 2: %s', async (_, words, message) => {
      const { code, stdout, stderr } = await kb(...words);
      expect({ code, written: stdout + stderr }).toEqual({
        code: 2,
        written: expect.stringContaining(message),
      });
    });
  });
});
