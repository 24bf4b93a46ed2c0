import { beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATOR } from '../testing/content.ts';
import { useImportFixture } from '../testing/import-fixture.ts';
import { deleteKnowledgeBase } from './administration.ts';
import { findKnowledgeBase } from './find-knowledge-base.ts';

const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

async function storeFile(of: string, token: string): Promise<number> {
  const statement = `
    insert into files (knowledge_base_id, content_hash, token, media_type, path, bytes)
    select id, sha256('1'), $2, 'image/jpeg', 'logo.jpg', '1' from knowledge_bases where host = $1
    returning id`;
  return (await fixture.database.one(statement, [of, token])).id;
}

function set(assignments: string, values: unknown[] = []): Promise<null> {
  return fixture.database.none(`update knowledge_bases set ${assignments} where host = $1`, [
    host,
    ...values,
  ]);
}

const SET_LOGO = 'logo_file_id = $2, logo_width = 120, logo_height = 40';

describe('accent color and logo', () => {
  it('are blue and none by default', async () => {
    expect(await findKnowledgeBase(fixture.database, host)).toMatchObject({
      accent_color: '#2456c8',
      logo: null,
    });
  });

  it('include the path of the logo', async () => {
    await set(`accent_color = '#0a7d5c', ${SET_LOGO}`, [await storeFile(host, TOKEN)]);
    expect(await findKnowledgeBase(fixture.database, host)).toMatchObject({
      accent_color: '#0a7d5c',
      logo: { address: `/files/${TOKEN}.jpg`, width: 120, height: 40 },
    });
  });

  it.each([
    ['a colour by name', `accent_color = 'red'`],
    ['a colour in upper case', `accent_color = '#ABCDEF'`],
    ['a colour and more', `accent_color = '#abcdef}'`],
    ['a width without a logo', 'logo_width = 1, logo_height = 1'],
    ['a logo without a size', 'logo_file_id = 1'],
    ['a logo without a height', 'logo_file_id = 1, logo_width = 1'],
    ['a size of zero', 'logo_file_id = 1, logo_width = 0, logo_height = 1'],
    ['a size over the maximum', 'logo_file_id = 1, logo_width = 1, logo_height = 4097'],
  ])('cannot be stored with %s', async (_, assignments) => {
    await expect(set(assignments)).rejects.toThrow('violates check constraint');
  });

  it('cannot be stored with a file of another knowledge base', async () => {
    const foreign = await storeFile(await fixture.createNew(), 'B'.repeat(22));
    await expect(set(SET_LOGO, [foreign])).rejects.toThrow('knowledge_bases_logo');
  });

  it('keep the file of the logo until the knowledge base is deleted', async () => {
    const file = await storeFile(host, 'C'.repeat(22));
    await set(SET_LOGO, [file]);
    const remove = fixture.database.none('delete from files where id = $1', [file]);
    await expect(remove).rejects.toThrow('knowledge_bases_logo');
    await deleteKnowledgeBase(fixture.database, OPERATOR, { host });
    expect(await fixture.database.any('select from files where id = $1', [file])).toEqual([]);
  });
});
