import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchTenant } from '../port.ts';
import type { Asking } from './contract-documents.ts';

const NOTHING = { ids: [], total: 0, corrections: [], otherWords: [], missing: [] };

export function describeDocuments({ index, search, find, sorted }: Asking): void {
  describe('hidden documents', () => {
    const tenant: SearchTenant = { id: 91, language: 'en' };
    const write = (id: number, title: string, hidden?: boolean) =>
      index().put(tenant, [{ id, fields: [title], facets: {}, ...(hidden !== undefined && { hidden }) }]);
    const everything = { tenant, hiddenToo: true };

    beforeAll(async () => {
      await write(1, 'Public roses');
      await write(2, 'Confidential roses', true);
    });

    it('are found only by who asks for them, too', async () => {
      expect(await search('roses', { tenant })).toMatchObject({ ids: [1], total: 1 });
      expect(await sorted('roses', everything)).toEqual([1, 2]);
      expect(await find('confidential', { tenant })).toEqual([]);
      expect(await find('confidential', everything)).toEqual([2]);
    });

    it.each(['confidentail', 'cnofidential', 'confidentia1'])(
      'lend no word to the spelling of others, nor of who asks for them: %s',
      async (query) => {
        for (const request of [{ tenant }, everything]) {
          expect(await search(query, request)).toEqual(NOTHING);
        }
      },
    );

    it.each(['confidentail', 'cnofidential'])(
      'are found by their own spelling if asked for: %s',
      async (query) => {
        const request = { ...everything, hiddenWords: true };
        const corrections = [{ typed: query, meant: 'confidential' }];
        expect(await search(query, request)).toMatchObject({ ids: [2], corrections });
        expect(await search(query, everything)).toEqual(NOTHING);
      },
    );

    it('are found by the spelling of visible ones', async () => {
      expect(await search('publik rosse', { tenant })).toMatchObject({ ids: [1] });
      await write(3, 'Roses of a public kind', true);
      expect(await sorted('publci', everything)).toEqual([1, 3]);
      await index().remove(tenant, [3]);
    });

    it('can become visible and hidden again', async () => {
      await write(2, 'Confidential roses');
      expect(await find('confidential', { tenant })).toEqual([2]);
      expect((await search('confidentail', { tenant })).corrections).not.toEqual([]);
      await write(2, 'Confidential roses', true);
      expect(await find('confidential', { tenant })).toEqual([]);
      expect((await search('confidentail', { tenant })).corrections).toEqual([]);
    });

    it('leave nothing behind when they are removed', async () => {
      await write(4, 'Roses and tulips', true);
      await index().remove(tenant, [4]);
      expect(await find('tulips', everything)).toEqual([]);
      expect((await search('rosess', { tenant })).ids).toEqual([1]);
    });
  });

  describe('changes', () => {
    const tenant: SearchTenant = { id: 90, language: 'en' };
    const write = (title: string, text = '') =>
      index().put(tenant, [{ id: 1, fields: [title, text], facets: {} }]);

    it('an update can be found by its new words and no more by its old ones', async () => {
      await write('Violets', 'blue');
      await write('Roses', 'red');
      expect(await find('roses', { tenant })).toEqual([1]);
      expect(await find('violets', { tenant })).toEqual([]);
      expect(await find('blue', { tenant })).toEqual([]);
    });

    it('an update that is the same changes nothing', async () => {
      await write('Roses', 'red');
      await write('Roses', 'red');
      expect(await search('roses', { tenant })).toMatchObject({ ids: [1], total: 1 });
    });

    it('what was removed is not found, nor suggested', async () => {
      await write('Chrysanthemum');
      await index().remove(tenant, [1]);
      expect(await search('chrysanthemum', { tenant })).toMatchObject({ ids: [], total: 0 });
      expect(await search('chrysantemum', { tenant })).toEqual(NOTHING);
    });

    it('removing what is not there is fine', async () => {
      await expect(index().remove(tenant, [1, 404])).resolves.toBeUndefined();
    });

    it.each([
      ['empty', ['Empty', '', '']],
      ['of one field', ['Tulips']],
      ['of 200 kB of different words', ['Long', manyWords(200_000)]],
      ['of one word of 200 kB', ['Longer', 'x'.repeat(200_000)]],
      ['of one word 50,000 times', ['Again', 'again '.repeat(50_000)]],
      ['with what would break a statement', [`'\\':1A it's`, `it's \\ ' " $1 \${x} & | ! :*`]],
    ])('a document %s is taken', async (_, fields) => {
      await index().put(tenant, [{ id: 2, fields, facets: {} }]);
      expect(await find(fields[0] ?? '', { tenant })).toEqual([2]);
    });

    it.each([[['', '']], [['???', '🙂']]])('a document without a word is taken: %j', async (fields) => {
      await index().put(tenant, [{ id: 3, fields, facets: {} }]);
      await expect(index().remove(tenant, [3])).resolves.toBeUndefined();
    });
  });
}

function manyWords(length: number): string {
  let text = '';
  for (let number = 0; text.length < length; number += 1) text += `w${number.toString(36)}x `;
  return text;
}
