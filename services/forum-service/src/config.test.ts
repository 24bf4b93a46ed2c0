import { readFileSync } from 'node:fs';
import { firstColumn, listCommands } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { createForumProgram } from './cli/command-line.ts';
import { ENVIRONMENT, readConfig, readPublicUrl } from './config.ts';

const FORUM_DATABASE_URL = 'postgres://guidepost:hunter2@127.0.0.1:1/forum';

const FORUM_FILES_DIRECTORY = '/var/lib/guidepost/forum-files';

describe('configuration errors', () => {
  it.each([
    [{ FORUM_DATABASE_URL: '' }, /^FORUM_DATABASE_URL is not set/],
    [{ FORUM_FILES_DIRECTORY: '' }, /^FORUM_FILES_DIRECTORY is not set/],
    [{ FORUM_FILES_DIRECTORY: 'files' }, /^FORUM_FILES_DIRECTORY is not valid/],
    [{ FORUM_PORT: 'http' }, /^FORUM_PORT must be a whole number, not "http"/],
    [{ PUBLIC_URL: 'forum.example.com' }, /^PUBLIC_URL is not valid/],
    [{ PUBLIC_URL: 'https://forum.example.com/' }, /^PUBLIC_URL is not valid/],
    [{ PUBLIC_URL: 'http://[' }, /^PUBLIC_URL /],
    [{ TRUSTED_PROXIES: 'everybody' }, /^TRUSTED_PROXIES/],
    [{ POST_LIMIT: '-1' }, /^POST_LIMIT must be/],
    [{ RATE_LIMITS: 'no' }, /^RATE_LIMITS must be/],
    [{ MEILI_URL: '127.0.0.1:7700' }, /^MEILI_URL is not valid/],
    [{ MEILI_KEY: 'hunter2 ' }, /^MEILI_KEY is not valid/],
    [{ EMBEDDINGS_URL: '127.0.0.1:11434', EMBEDDINGS_MODEL: 'bge-m3' }, /^EMBEDDINGS_URL is not valid/],
    [{ EMBEDDINGS_URL: 'http://127.0.0.1:11434' }, /^EMBEDDINGS_MODEL is not set: /],
    [{ EMBEDDINGS_KEY: 'hunter2 ' }, /^EMBEDDINGS_KEY is not valid/],
    [{ KB_API_URL: '127.0.0.1:4010' }, /^KB_API_URL must be an http or https address, or several/],
    [{ KB_API_URL: 'demo=http://guidepost:hunter2@kb' }, /^KB_API_URL must be/],
    [{ KB_API_KEY: 'hunter 2' }, /^KB_API_KEY must be a key, or several/],
    [{ FORUM_SECRET: 'short' }, /^FORUM_SECRET must have at least/],
  ])('name the variable, on one line: %j', (environment, line) => {
    const read = () => readConfig({ FORUM_DATABASE_URL, FORUM_FILES_DIRECTORY, ...environment });
    expect(read).toThrow(line);
    expect(read).not.toThrow(/hunter2|\n/);
  });
});

it('addresses begin with the port that the service listens on, unless PUBLIC_URL and DESK_URL say otherwise', () => {
  const variables = { FORUM_DATABASE_URL, FORUM_FILES_DIRECTORY, FORUM_PORT: '4120' };
  const own = { PUBLIC_URL: 'http://127.0.0.1:4120', DESK_URL: 'http://localhost:4120' };
  expect(readConfig(variables)).toMatchObject(own);
  expect(readPublicUrl(variables)).toBe(own.PUBLIC_URL);
  const set = { PUBLIC_URL: 'https://forum.example.com', DESK_URL: 'https://desk.example.com' };
  expect(readConfig({ ...variables, ...set })).toMatchObject(set);
});

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('the README lists', () => {
  it('every variable, and no other', () => {
    expect(firstColumn(README, 'Configuration')).toEqual(Object.keys(ENVIRONMENT.variables).toSorted());
  });

  it('every command, and no other', async () => {
    const listed = firstColumn(README, 'The command line').map(
      (usage) => /^forum ([a-z -]*[a-z])/.exec(usage)?.[1],
    );
    expect(listed).toEqual(listCommands(await createForumProgram().loadAll()).toSorted());
  });
});
