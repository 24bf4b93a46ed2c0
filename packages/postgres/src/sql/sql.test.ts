import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registeredStatements, sql, sqlTemplate } from './sql.ts';

const registered = (name: string | undefined) => registeredStatements().find((one) => one.name === name);

describe('a statement', () => {
  it('is named by its verb, its table and a hash of its text, wherever it is written', () => {
    const one = sql`
      select title from shelves
      where id = $1
    `;
    const other = sql`select title from shelves
where id = $1`;
    const bound = one([1]);
    expect(bound).toMatchObject({ text: 'select title from shelves\nwhere id = $1', values: [1] });
    expect(bound.name).toMatch(/^select-shelves-[\w-]{10}$/);
    expect(other([1])).toEqual(bound);
    expect(sql`select title from shelves where id = $2`([1]).name).not.toBe(bound.name);
  });

  it('is registered when its module loads, and used once values are bound', () => {
    const statement = sql`update registered_things set n = $1`;
    const find = () => registeredStatements().filter(({ text }) => text.includes('registered_things'));
    expect(find()).toMatchObject([{ isUsed: false }]);
    statement([1]);
    expect(find()).toMatchObject([{ isUsed: true }]);
  });

  it('takes parts that sql has made', () => {
    const columns = sql.list([
      sql.part`g.id`,
      sql.part`g.title collate ${sql.identifier('order_sv')}${sql.part` desc`}`,
    ]);
    expect(sql`select ${columns} from shelves g`([]).text).toBe(
      'select g.id, g.title collate order_sv desc from shelves g',
    );
  });

  it.each(["'; drop table shelves", 'g.id', 7, undefined, null, { toString: () => 'g.id' }])(
    'refuses to interpolate %j',
    (value) => {
      expect(() => sql`select ${value as never} from shelves`).toThrow(TypeError);
    },
  );

  it.each(['id; drop', 'Name', '"id"', ''])('takes no name %j', (name) => {
    expect(() => sql.identifier(name)).toThrow(RangeError);
  });
});

describe('a template', () => {
  it('waits for its parts, and leaves bound values alone', () => {
    const list = sqlTemplate`select ${'columns'} from shelves where id = $1 order by ${'order'}`;
    const parts = { columns: sql.part`id, title`, order: sql.part`id desc` };
    const statement = list(parts, { prepared: true })([7]);
    expect(statement).toMatchObject({
      text: 'select id, title from shelves where id = $1 order by id desc',
      values: [7],
    });
    expect(list(parts, { prepared: true })([7])).toEqual(statement);
    expect(list(parts, { prepared: false })([7])).not.toHaveProperty('name');
  });

  it('has fixed parts at once', () => {
    const list = sqlTemplate`select ${sql.part`id, title`} from shelves order by ${'order'}`;
    expect(list({ order: sql.part`id` }, { prepared: true })([]).text).toBe(
      'select id, title from shelves order by id',
    );
  });

  it('takes parts that others share, which wait for the same', () => {
    const sorted = sqlTemplate.part`order by ${'order'} ${sql.part`limit $1`}`;
    const list = sqlTemplate`select ${'columns'} from shelves ${sorted}`;
    const statement = list({ columns: sql.part`id`, order: sql.part`title` }, { prepared: false })([7]);
    expect(statement.text).toBe('select id from shelves order by title limit $1');
  });

  it.each(['order by id', '', 7, undefined, { toString: () => 'id' }])('does not wait for %j', (piece) => {
    expect(() => sqlTemplate`select id from shelves ${piece as never}`).toThrow(TypeError);
    expect(() => sqlTemplate.part`order by ${piece as never}`).toThrow(TypeError);
  });

  it('refuses parts that sql has not made', () => {
    const list = sqlTemplate`select id from shelves order by ${'order'}`;
    expect(() => list({ order: 'id' as never }, { prepared: true })).toThrow(TypeError);
  });
});

describe('SQL files', () => {
  let folder: string;
  const url = (name: string) => pathToFileURL(join(folder, name));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sql-'));
    await writeFile(join(folder, 'find-guide.sql'), '-- A guide.\nselect 1 where $1 = 1\n');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of templates in files
    await writeFile(join(folder, 'list.sql'), 'select ${columns} from shelves');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of templates in files
    await writeFile(join(folder, 'rename.sql'), 'update shelves set title = ${title} where id = ${id}');
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('throw at once if they are missing', () => {
    expect(() => sql.file(url('missing.sql'))).toThrow('missing.sql');
  });

  it('name the values that are bound to them', () => {
    const values = sql.values(['id', 'title']);
    const rename = sql.file(url('rename.sql'), values.parts);
    expect(rename(values.bind({ title: 'Hej', id: 31 }))).toMatchObject({
      text: 'update shelves set title = $2 where id = $1',
      values: [31, 'Hej'],
    });
  });

  it('throw at once if they name a value that there is not', () => {
    expect(() => sql.file(url('rename.sql'), sql.values(['id']).parts)).toThrow(TypeError);
  });

  it('become statements and templates', () => {
    const { name, text } = sql.file(url('find-guide.sql'))([1]);
    expect(text).toBe('-- A guide.\nselect 1 where $1 = 1');
    expect(registered(name)).toMatchObject({ text });
    const list = sqlTemplate.file<'columns'>(url('list.sql'));
    expect(list({ columns: sql.part`id` }, { prepared: true })([]).text).toBe('select id from shelves');
  });
});
