import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { synonymsOf } from '../synonyms/synonyms.ts';
import { atOnce, documentOf, indexTexts } from '../testing/indexed-texts.ts';

/** The texts that a query finds, in order of their numbers. */
async function found(language: string, texts: readonly string[], query: string): Promise<string[]> {
  const { ids } = await indexTexts(language, texts).search(query);
  return ids.toSorted((some, other) => some - other).map((id) => texts[id - 1] ?? '');
}

describe('compounds', () => {
  it.each<[string, string, string, string[], string[]]>([
    ['by their first part', 'sv', 'faktura', ['Fakturaadress', 'En adress'], ['Fakturaadress']],
    ['by their last part', 'sv', 'adress', ['Fakturaadress', 'En faktura'], ['Fakturaadress']],
    ['with an s between', 'sv', 'avgift', ['Månadsavgift', 'En månad'], ['Månadsavgift']],
    ['by their first part with an s', 'de', 'arbeit', ['Arbeitszeit', 'Die Zeit'], ['Arbeitszeit']],
    ['with an n between', 'de', 'topf', ['Blumentopf', 'Eine Blume'], ['Blumentopf']],
    ['in Danish', 'da', 'adresse', ['Fakturaadresse', 'En faktura'], ['Fakturaadresse']],
    ['in Norwegian', 'nb', 'nummer', ['Fakturanummer', 'En faktura'], ['Fakturanummer']],
    ['in Dutch', 'nl', 'adres', ['Factuuradres', 'Een factuur'], ['Factuuradres']],
    ['in Finnish', 'fi', 'osoite', ['Laskunosoite', 'Lasku'], ['Laskunosoite']],
    ['only where the other part is a word, too', 'sv', 'adress', ['Xyzzyadress'], []],
    ['never in languages that write them apart', 'en', 'dress', ['Headdress', 'A head'], []],
    ['never by a short word', 'sv', 'bil xyzzy', ['Bilder', 'Bildskärm', 'Skärm'], []],
  ])('are found %s: %s', async (_, language, query, texts, expected) => {
    expect(await found(language, texts, query)).toEqual(expected);
  });

  it.each<[string, string, string, string[], string[]]>([
    ['its parts', 'sv', 'lösenordsbyte', ['Lösenord', 'Byte', 'Konto'], ['Lösenord', 'Byte']],
    ['its parts in any form', 'sv', 'fakturaadresser', ['Fakturor', 'Adressen'], ['Fakturor', 'Adressen']],
    ['its parts without an n', 'de', 'blumentopf', ['Blumen', 'Ein Topf'], ['Blumen', 'Ein Topf']],
    ['its parts, both of them known or neither', 'sv', 'lösenordsxyzzy', ['Lösenord'], []],
    ['its parts only if they are long', 'sv', 'avgifter', ['Av', 'Gifter'], []],
    ['nothing in languages that write them apart', 'en', 'headdress', ['Head', 'Dress'], []],
  ])('that no document has find %s: %s', async (_, language, query, texts, expected) => {
    expect(await found(language, texts, query)).toEqual(expected);
  });

  it.each<[string, string, string, string[], string[]]>([
    ['with a space', 'sv', 'faktura adress', ['Fakturaadress'], ['Fakturaadress']],
    ['with a space and an s', 'sv', 'månad avgift', ['Månadsavgift'], ['Månadsavgift']],
    ['with a hyphen', 'sv', 'faktura-adress', ['Fakturaadress'], ['Fakturaadress']],
    ['with a space in English', 'en', 'plug ins', ['Plugins'], ['Plugins']],
  ])('are found when typed %s: %s', async (_, language, query, texts, expected) => {
    expect(await found(language, texts, query)).toEqual(expected);
  });

  it('that no document has find their parts beside a synonym, too', async () => {
    const groups = [['batteritid', 'tid för batteri']];
    const synonyms = atOnce(synonymsOf(groups, createAnalyzer('sv')));
    const { ids } = await indexTexts('sv', ['Batteri', 'Tid för rosor', 'Rosor'], synonyms).search(
      'batteritid',
    );
    expect(ids.toSorted()).toEqual([1, 2]);
  });

  it('count less than words of their own', async () => {
    const { ids } = await indexTexts('sv', ['Fakturaadress', 'Adress', 'Faktura']).search('adress');
    expect(ids).toEqual([2, 1]);
  });
});

describe('forms that stemmers do not reduce', () => {
  it.each<[string, string, string]>([
    ['sv', 'cykel', 'Cyklar'],
    ['sv', 'cyklar', 'Cykeln'],
    ['sv', 'cyklarna', 'Cykel'],
    ['sv', 'nyckel', 'Nycklarna'],
    ['sv', 'möbel', 'Möblerna'],
    ['da', 'cykel', 'Cyklerne'],
    ['nb', 'regel', 'Reglene'],
    ['de', 'museum', 'Museen'],
    ['sv', 'problemet', 'Problem'],
    ['sv', 'lösenordet', 'Lösenord'],
    ['sv', 'bok', 'Böckerna'],
    ['en', 'write', 'Wrote'],
    ['en', 'people', 'Person'],
    ['de', 'gehen', 'Gegangen'],
    ['fr', 'œil', 'Yeux'],
    ['es', 'escribir', 'Escrito'],
    ['uk', 'документ', 'Документів'],
    ['bg', 'потребители', 'Потребителите'],
  ])('find each other in %s: %s, %s', async (language, one, other) => {
    expect(await found(language, [other, 'Xyzzy'], one)).toEqual([other]);
    expect(await found(language, [one, 'Xyzzy'], other)).toEqual([one]);
  });

  it('find words of either meaning where a form has two', async () => {
    const texts = ['Wir verbanden', 'Ein Verband', 'Xyzzy'];
    expect(await found('de', texts, 'verband')).toEqual(['Wir verbanden', 'Ein Verband']);
  });

  it('are not function words, which are forms of many words', async () => {
    expect(await found('fr', ['Je suis là', 'Suivre un fil'], 'suivre')).toEqual(['Suivre un fil']);
  });

  it('count less than the word as typed', async () => {
    const { ids } = await indexTexts('en', ['Wrote', 'Write']).search('write');
    expect(ids).toEqual([2, 1]);
  });

  it('are never those of short words that only a dictionary joins', async () => {
    expect(await found('sv', ['En as', 'Ett a'], 'as')).toEqual(['En as']);
  });

  it('find each other within compounds, too', async () => {
    expect(await found('sv', ['Cykel', 'Elcykel', 'Elstöd'], 'elcyklarna')).toContain('Elcykel');
  });

  it('are not any words that begin alike', async () => {
    expect(await found('sv', ['Cyklon', 'Cyklop'], 'cykel')).toEqual([]);
  });

  it('are words to highlight', async () => {
    const { otherWords } = await indexTexts('sv', ['Cyklar', 'Xyzzy']).search('cykel');
    expect(otherWords).toEqual(['cyklar']);
  });
});

describe('an unknown compound', () => {
  const TEXTS = ['Tid och tid', 'Ett batteri räcker en tid', 'Tid att äta', 'Roser'];

  it('finds documents with all its parts before those with more of one', async () => {
    expect((await indexTexts('sv', TEXTS).search('batteritid')).ids[0]).toBe(2);
  });
});

describe('an unknown word', () => {
  const corrected = async (language: string, texts: string[], query: string) => {
    const { ids, corrections, otherWords } = await indexTexts(language, texts).search(query);
    for (const { meant } of corrections) expect(otherWords).toContain(meant);
    return { ids, corrections: corrections.map(({ typed, meant }) => `${typed} → ${meant}`) };
  };

  it.each<[string, string, string, string[], string, number[]]>([
    ['a letter missing', 'en', 'vacum', ['Vacuum'], 'vacum → vacuum', [1]],
    ['a letter too many', 'en', 'vacuuum', ['Vacuum'], 'vacuuum → vacuum', [1]],
    ['another letter', 'en', 'vacuun', ['Vacuum'], 'vacuun → vacuum', [1]],
    ['letters swapped', 'en', 'lösenrod', ['Lösenord'], 'lösenrod → losenord', [1]],
    ['letters swapped at the beginning', 'sv', 'ölsenord', ['Lösenord'], 'ölsenord → lösenord', [1]],
    ['letters swapped at the end', 'sv', 'lösenodr', ['Lösenord'], 'lösenodr → lösenord', [1]],
    ['two slips in a long word', 'en', 'replicatoin slts', ['Replication'], 'replicatoin → replication', [1]],
    [
      'another first letter of a long word',
      'en',
      'beplication',
      ['Replication'],
      'beplication → replication',
      [1],
    ],
    ['in capitals', 'en', 'VACUM', ['Vacuum'], 'VACUM → vacuum', [1]],
    ['and other forms are found with it', 'en', 'vacum', ['Vacuum', 'Vacuuming'], 'vacum → vacuum', [1, 2]],
    ['the fewest slips first', 'en', 'vacum', ['Vacuum', 'Vacuoms'], 'vacum → vacuum', [1]],
    ['then in the most documents', 'en', 'barin', ['Brain', 'Bairn', 'Bairn'], 'barin → bairn', [2, 3]],
  ])('counts as the nearest: %s', async (_, language, query, texts, correction, ids) => {
    expect(await corrected(language, texts, query)).toEqual({ ids, corrections: [correction] });
  });

  it.each<[string, string, string, string[]]>([
    ['a function word', 'en', 'thier', ['Their roses']],
    ['a function word: forum', 'en', 'forum', ['For roses', 'From']],
    ['a fragment: login', 'en', 'login', ['Log of roses', 'Logs']],
    ['another code: ERR_43', 'en', 'ERR_43', ['It ends with ERR_42']],
    ['a fragment: two letters less', 'en', 'lottery', ['Lotte', 'Lotto']],
    ['anything, when it is short', 'en', 'cat', ['Cut', 'Can', 'Cart']],
    ['a word with another first letter, when it is short', 'en', 'bacuum', ['Vacuum']],
    ['anything, when it is far away', 'en', 'xylophone', ['Telephone']],
    ['two slips away, when it has fewer than eight letters', 'en', 'vacmu', ['Vacuum']],
    ['another number', 'en', '10420', ['Order 10240', '10421']],
    ['another word, when it is known by another form', 'en', 'roses', ['Rose', 'Rosea']],
    ['another word, when it begins one', 'en', 'replic', ['Replication', 'Relic']],
    ['a part of a word without spaces', 'ja', 'パスワード', ['スパ']],
  ])('never counts as %s', async (_, language, query, texts) => {
    expect((await corrected(language, texts, query)).corrections).toEqual([]);
  });

  it('is corrected by itself, beside known words and others', async () => {
    expect(await corrected('en', ['Vacuum', 'Roses', 'Tulips'], 'vacum roses tulps xyzzy')).toEqual({
      ids: expect.arrayContaining([1, 2, 3]),
      corrections: ['vacum → vacuum', 'tulps → tulips'],
    });
  });

  it('counts less than the word itself', async () => {
    const { ids } = await indexTexts('en', ['Tulip', 'Vacuum']).search('vacum tulip');
    expect(ids).toEqual([1, 2]);
  });

  it('is said only with results', async () => {
    expect(await corrected('en', ['Vacuum', 'Roses'], 'vacum "tulips"')).toEqual({
      ids: [],
      corrections: [],
    });
  });

  it('is not suggested from hidden documents', async () => {
    const { index, search } = indexTexts('en', ['Roses']);
    index.put(documentOf(2, ['Vacuum'], { hidden: true }));
    for (const hiddenToo of [false, true])
      expect(await search('vacum', { hiddenToo })).toMatchObject({ ids: [], corrections: [] });
  });
});
