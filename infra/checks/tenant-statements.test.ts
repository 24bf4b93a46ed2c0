import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';
import { WITHOUT_TENANT } from './tenant-exceptions.ts';
import { findTenantTables, findUnbound } from './tenant-statements.ts';

const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).map((file) => ({
    file,
    text: readFileSync(join(ROOT, file), 'utf8'),
  }));

const MIGRATIONS = read('{packages,services}/*/migrations/*.sql').map(({ text }) => text);
const TABLES = findTenantTables(MIGRATIONS);
const EXCEPTIONS = Object.values(WITHOUT_TENANT).flat();

describe('statements', () => {
  const unbound = read('{packages,services}/*/src/**/*.sql').flatMap(
    ({ file, text }) => findUnbound(file, text, TABLES) ?? [],
  );
  const nameOf = (file: string) => file.replace('/sql/', '/').replace(/\.sql$/, '');
  const isExpected = (name: string) =>
    EXCEPTIONS.some((exception) => name === exception || name.startsWith(`${exception}/`));

  it('name the tenant of every table that they use, with the exceptions that have a reason', () => {
    expect(TABLES.size).toBeGreaterThan(60);
    expect(unbound.filter(({ file }) => !isExpected(nameOf(file)))).toEqual([]);
  });

  it('have no exception that is not needed', () => {
    const names = unbound.map(({ file }) => nameOf(file));
    const isNeeded = (exception: string) =>
      names.some((name) => name === exception || name.startsWith(`${exception}/`));
    expect(EXCEPTIONS.filter((exception) => !isNeeded(exception))).toEqual([]);
  });
});

describe('a statement', () => {
  const TENANTS = new Set(['dialogs', 'tags', 'guides']);

  it.each([
    ['by a value', 'select 1 from dialogs d where d.forum_id = $1 and id = $2'],
    ['by several', 'select 1 from dialogs where forum_id = any($1)'],
    ['in a new row', 'insert into tags (forum_id, name) values ($1, $2)'],
    [
      'in bound rows',
      'delete from tags t using unnest($1::bigint[], $2::text[]) as x (forum_id, name) where t.forum_id = x.forum_id',
    ],
    ['as itself', 'update forums set name = $2 where id = $1'],
    ['of no tenant', 'select 1 from staff_people where id = $1'],
    ['in a join', 'select 1 from dialogs d join tags t on t.forum_id = d.forum_id where d.forum_id = $1'],
  ])('may name its tenant %s', (_, sql) => {
    expect(findUnbound('a.sql', sql, TENANTS)).toBeUndefined();
  });

  it.each([
    ['names no tenant', 'select 1 from dialogs where id = $1'],
    ['names no tenant', 'select 1 from dialogs -- forum_id = $1\nwhere id = $1'],
    ['names no tenant', 'update guides g set title = $1 from tags t where t.id = g.id'],
    ['names no tenant', 'select slug from forums where host = $1'],
    [
      'joins a table without its tenant',
      'select 1 from dialogs d join tags t on t.id = d.tag where d.forum_id = $1',
    ],
  ])('%s: %s', (why, sql) => {
    expect(findUnbound('a.sql', sql, TENANTS)).toEqual({ file: 'a.sql', why });
  });
});
