import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';
import { findMistake, findTenantTables, loadStatements } from './statements.ts';

const MIGRATIONS = globSync('{packages,services}/*/migrations/*.sql', { cwd: ROOT }).map((file) =>
  readFileSync(join(ROOT, file), 'utf8'),
);
const TABLES = findTenantTables(MIGRATIONS);

it('every statement names the tenant of each table that it uses, or says why not', async () => {
  const statements = await loadStatements();
  expect(TABLES.size).toBeGreaterThan(60);
  expect(statements.length).toBeGreaterThan(600);
  const mistakes = statements.flatMap(({ text }) => {
    const mistake = findMistake(text, TABLES);
    return mistake ? [{ mistake, text }] : [];
  });
  expect(mistakes).toEqual([]);
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
    ['with a reason', '-- Across tenants: a worker cleans up.\ndelete from dialogs where age > 30'],
  ])('may name its tenant %s', (_, text) => {
    expect(findMistake(text, TENANTS)).toBeUndefined();
  });

  it.each([
    ['names no tenant', 'select 1 from dialogs where id = $1'],
    ['names no tenant', 'select 1 from dialogs -- forum_id = $1\nwhere id = $1'],
    ['names no tenant', 'update guides g set title = $1 from tags t where t.id = g.id'],
    ['names no tenant', 'select slug from forums where host = $1'],
    ['names no tenant', '-- Across tenants:\nselect slug from forums where host = $1'],
    [
      'joins a table without its tenant',
      'select 1 from dialogs d join tags t on t.id = d.tag where d.forum_id = $1',
    ],
    [
      'says that it is across tenants, but names one',
      '-- Across tenants: all of them.\nselect 1 from dialogs where forum_id = $1',
    ],
  ])('%s: %s', (why, text) => {
    expect(findMistake(text, TENANTS)).toBe(why);
  });
});
