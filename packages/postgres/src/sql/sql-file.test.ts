import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { preparedStatement, statementTemplate } from './sql-file.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is pg-promise's own notation
const LIST = 'select ${columns:raw} from guides where id = $1 order by ${order:raw}';

describe('SQL files', () => {
  let folder: string;
  const url = (name: string) => pathToFileURL(join(folder, name));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sql-'));
    await writeFile(join(folder, 'find-guide.sql'), 'select 1 where $1 = 1');
    await writeFile(join(folder, 'list.sql'), LIST);
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('throw at once if they are missing', () => {
    expect(() => preparedStatement(url('missing.sql'))).toThrow('missing.sql');
  });

  it('become prepared statements, named by file and hash of the text', async () => {
    const before = preparedStatement(url('find-guide.sql'))([1]);
    expect(before).toMatchObject({ text: 'select 1 where $1 = 1', values: [1] });
    expect(before.name).toMatch(/^find-guide-[\w-]{10}$/);
    await writeFile(join(folder, 'find-guide.sql'), 'select 2 where $1 = 1');
    expect(preparedStatement(url('find-guide.sql'))([1]).name).not.toBe(before.name);
  });

  it('accept fragments and leave bound values alone', () => {
    const list = statementTemplate(url('list.sql'));
    const statement = list({ columns: 'id, title', order: 'id desc' }, { prepared: true })([7]);
    expect(statement.text).toBe('select id, title from guides where id = $1 order by id desc');
    expect(statement.name).toMatch(/^list-/);
    expect(list({ columns: 'id', order: 'id' }, { prepared: false })([7])).not.toHaveProperty('name');
  });
});
