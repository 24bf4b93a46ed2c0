import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { synonymsOf } from '../synonyms/synonyms.ts';
import { atOnce, indexTexts } from '../testing/indexed-texts.ts';

interface Case {
  language?: string;
  texts: readonly (string | readonly string[])[];
  query: string;
  /** Documents in order, numbered from 1. */
  ids: number[];
}

async function check({ language = 'en', texts, query, ids }: Case): Promise<void> {
  const result = await indexTexts(language, texts).search(query);
  expect([result.ids, result.total]).toEqual([ids, ids.length]);
}

const GARDEN = ['Roses', 'Violets', 'Roses and violets', 'Tulips'];

describe('any word finds', () => {
  it.each<[string, Case]>([
    [
      'documents with all words, then those with some',
      { texts: GARDEN, query: 'roses violets', ids: [3, 1, 2] },
    ],
    ['whatever the order', { texts: GARDEN, query: 'violets roses', ids: [3, 1, 2] }],
    ['and words that no document has are ignored', { texts: GARDEN, query: 'xyzzy tulips', ids: [4] }],
    ['and nothing is found by those alone', { texts: GARDEN, query: 'xyzzy', ids: [] }],
    [
      'rarer words first',
      { texts: ['Rose', 'Tulip', 'Rose', 'Rose'], query: 'rose tulip', ids: [2, 1, 3, 4] },
    ],
    ['nothing in an empty index', { texts: [], query: 'roses', ids: [] }],
    ['nothing in documents without words', { texts: ['', '???'], query: 'roses', ids: [] }],
  ])('%s', (_, one) => check(one));
});

describe('a word that says little', () => {
  const CHAPTERS = Array.from({ length: 60 }, (_, index) => `Chapter ${index + 1}`);

  it.each<[string, Case]>([
    [
      'is a function word: it finds nothing beside others',
      { texts: ['The rose', 'The tulip'], query: 'the tulip', ids: [2] },
    ],
    [
      'is a function word, however rare it is',
      { texts: ['How', 'Rose', 'Rose', 'Roses'], query: 'how rose', ids: [2, 3, 4] },
    ],
    [
      'is a function word: it ranks less than a common word',
      {
        texts: [['', 'rose and how'], ['', 'rose and rose'], 'Rose', 'Rose', 'Rose'],
        query: 'how rose',
        ids: [3, 4, 5, 2, 1],
      },
    ],
    ['finds beside words that no document has', { texts: ['How', 'Rose'], query: 'how xyzzy', ids: [1] }],
    [
      'ranks what others find',
      { texts: ['Tulip in a pot', 'Tulip with a pot'], query: 'tulip with', ids: [2, 1] },
    ],
    ['finds when there is nothing else', { texts: ['To be', 'Or not'], query: 'to', ids: [1] }],
    [
      'finds with others of its kind',
      { texts: ['To be', 'Or not to be'], query: 'or not to be', ids: [2, 1] },
    ],
    ['stands in most documents', { texts: [...CHAPTERS, 'Roses'], query: 'chapter roses', ids: [61] }],
    ['finds all of them alone', { texts: CHAPTERS, query: 'chapter', ids: CHAPTERS.map((__, id) => id + 1) }],
    [
      'says more where its typed form is rare: important is no importing',
      {
        texts: ['Importing', 'Important roses', 'Important roses', ['', 'important'], ['', 'important']],
        query: 'importing roses',
        ids: [2, 3, 1, 4, 5],
      },
    ],
    [
      'is judged by language',
      { language: 'sv', texts: ['Hur man betalar', 'Hur man byter'], query: 'hur betalar', ids: [1] },
    ],
    [
      'is a word like others elsewhere',
      { language: 'de', texts: ['The rose', 'The tulip'], query: 'the tulip', ids: [2, 1] },
    ],
  ])('%s', (_, one) => check(one));

  it('finds if it says a fifth of what the best word says, else not', async () => {
    // `rose` is in one of 100 documents: ln(1 + 99.5 / 1.5) is 4.21. A fifth of that is ln(1 + 132.5 / 100).
    const among = (count: number) =>
      indexTexts('en', [
        'Rose',
        ...Array.from({ length: 99 }, (__, index) => (index < count ? 'Tulip' : `Violet${index}`)),
      ]);
    const found = async (count: number) => (await among(count).search('rose tulip')).total;
    expect([await found(42), await found(43), await found(44)]).toEqual([43, 44, 1]);
  });
});

describe('where words stand', () => {
  const filler = (count: number) => 'filler '.repeat(count);

  it.each<[string, Case]>([
    [
      'titles above headings above texts',
      {
        texts: [
          ['One', '', 'rose'],
          ['One', 'rose', ''],
          ['rose', '', 'One'],
        ],
        query: 'rose',
        ids: [3, 2, 1],
      },
    ],
    [
      'words together above words apart',
      {
        texts: [
          ['', `red ${filler(50)} rose`],
          ['', `red rose ${filler(50)}`],
        ],
        query: 'red rose',
        ids: [2, 1],
      },
    ],
    [
      'in the order of the query above another',
      {
        texts: [
          ['', 'rose red or'],
          ['', 'red rose or'],
        ],
        query: 'red rose',
        ids: [2, 1],
      },
    ],
    [
      'in one passage above at both ends',
      {
        texts: [
          ['', `red ${filler(300)} rose`],
          ['', `${filler(150)} red ${filler(20)} rose ${filler(130)}`],
        ],
        query: 'red rose',
        ids: [2, 1],
      },
    ],
    [
      'more often above once',
      {
        texts: [
          ['', 'rose or'],
          ['', 'rose rose'],
        ],
        query: 'rose',
        ids: [2, 1],
      },
    ],
    [
      'in a short text above in a long one',
      {
        texts: [
          ['', `rose ${filler(200)}`],
          ['', 'rose or'],
        ],
        query: 'rose',
        ids: [2, 1],
      },
    ],
    [
      'in a title that says nothing else above one that does',
      {
        texts: [
          ['Rose gardens', 'rose rose rose'],
          ['3.1. Rose', 'petals petals petals'],
        ],
        query: 'rose',
        ids: [2, 1],
      },
    ],
    [
      'together several times above together once',
      {
        texts: [
          ['', 'red rose, red petals or a rose'],
          ['', 'red rose, petals or a red rose'],
        ],
        query: 'red rose',
        ids: [2, 1],
      },
    ],
    ['equal documents by their number', { texts: ['Rose', 'Rose', 'Rose'], query: 'rose', ids: [1, 2, 3] }],
  ])('ranks %s', (_, one) => check(one));

  it.each<[string, Case]>([
    ['the exact form above another', { texts: ['Vacuum', 'Vacuuming'], query: 'vacuuming', ids: [2, 1] }],
    ['a stem above a beginning', { texts: ['Autos', 'Automobile', 'Autom'], query: 'auto', ids: [1, 2, 3] }],
    [
      'own letters above those without',
      { language: 'sv', texts: ['Far', 'Får'], query: 'fåren', ids: [2, 1] },
    ],
  ])('ranks %s', (_, one) => check(one));
});

describe('an identifier', () => {
  const CODES = [
    'settings.json',
    'settings of json',
    'other.json',
    'plug-in',
    'A plugin',
    'ERR_42',
    'Error 42',
  ];

  it.each<[string, string, number[]]>([
    ['as written, and by its parts only where they stand together', 'settings.json', [1]],
    ['by one of its parts', 'json', [1, 2, 3]],
    ['by its parts in order', 'settings json', [1, 2, 3]],
    ['as one word or two', 'plugin', [4, 5]],
    ['by a part of a code', '42', [6, 7]],
    ['as a whole and not by its number', 'ERR_42', [6]],
  ])('is found %s: %s', async (_, query, ids) => {
    const { ids: found } = await indexTexts('en', CODES).search(query);
    expect(found.toSorted((some, other) => some - other)).toEqual(ids);
  });
});

describe('a quoted compound', () => {
  const TEXTS = [
    'Your e-mail address',
    'Your email address',
    'E mail address',
    'Email and address',
    'Put settings.json beside it',
    'Settings JSON beside it',
  ];

  it.each<[string, string, number[]]>([
    ['as one word', '"email address"', [1, 2]],
    ['with a hyphen', '"e-mail address"', [1, 2, 3]],
    ['as two words', '"e mail address"', [1, 3]],
    ['at the end', '"your e-mail"', [1, 2]],
    ['unless it is an identifier', '"settings.json beside"', [5]],
  ])('is found however it is written: %s: %s', async (_, query, ids) => {
    const { ids: found } = await indexTexts('en', TEXTS).search(query);
    expect(found.toSorted((some, other) => some - other)).toEqual(ids);
  });
});

describe('synonyms', () => {
  const synonyms = atOnce(
    synonymsOf(
      [
        ['cancel', 'call off', 'terminate'],
        ['sign in', 'log on', 'login'],
        ['a', 'b'],
        ['b', 'a'],
        [],
        ['alone'],
        ['???', 'nothing'],
        ['how-to', 'instruction'],
        ['usb-stick', 'memory card', 'pendrive'],
      ],
      createAnalyzer('en'),
    ),
  );
  const texts = [
    'Cancel',
    'How to call off',
    'Call the office, turn off',
    'Terminated',
    'Log on',
    'Instructions',
    'A pendrive',
    'Memory cards',
    'USB sticks',
    'The sign of the owl',
  ];

  it.each([
    ['other words, after the word itself', 'cancel', [1, 2, 4]],
    ['in any form', 'cancelled', [1, 2, 4]],
    ['phrases only where they stand together', 'terminate', [1, 2, 4]],
    ['phrases of a word', 'login', [5]],
    ['phrases of a phrase', 'sign in', [5, 10]],
    ['phrases of a phrase within a question', 'where can I sign in?', [5, 10]],
    ['words of a phrase', 'how can I call off', [1, 2, 3, 4]],
    ['words of a phrase of function words', 'how to', [2, 6]],
    ['words of a hyphenated word', 'how-to', [2, 6]],
    ['words of a hyphenated word that is typed as one', 'usbstick', [7, 8, 9]],
    ['words of a hyphenated word that is typed as two', 'usb stick', [7, 8, 9]],
    ['a hyphenated word that is written as two', 'pendrive', [7, 8, 9]],
    ['nothing of half a phrase', 'memory', [8]],
  ])('find %s: %s', async (_, query, ids) => {
    const found = await indexTexts('en', texts, synonyms).search(query);
    expect(found.ids.toSorted((some, other) => some - other)).toEqual(ids);
    expect(found.corrections).toEqual([]);
  });

  it('count less than the word', async () => {
    const { ids } = await indexTexts('en', ['Terminate', 'Cancel', 'Roses'], synonyms).search('cancel');
    expect(ids).toEqual([2, 1]);
  });

  it('are words to highlight', async () => {
    const { otherWords } = await indexTexts('en', texts, synonyms).search('cancel');
    // Without `off`, a function word, which would mark every other one.
    expect(otherWords.toSorted()).toEqual(['call', 'terminated']);
  });

  it('of a word are a hundred at most', async () => {
    const groups = Array.from({ length: 2_000 }, (_, word) => ['rose', `w${word}x`]);
    expect(atOnce(synonymsOf(groups, createAnalyzer('en'))).of(['rose'])).toHaveLength(100);
  });

  it('may go in circles', () => {
    expect([synonyms.of(['a']), synonyms.of(['b'])]).toEqual([[['b']], [['a']]]);
  });
});

it('words of 500 characters, of any kind, are searched without an error', async () => {
  const { search } = indexTexts('en', GARDEN);
  for (const letters of ['rose ', '"a" ', 'a', 'é', '"', '“', '🙂', '接', 'a-', '\u0301', 'ש"'])
    await expect(search(letters.repeat(Math.ceil(500 / letters.length)))).resolves.toBeDefined();
});
