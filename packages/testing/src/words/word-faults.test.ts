import { expect, it } from '@jest/globals';
import { findWordFaults } from './word-faults.ts';

const ENGLISH = { byName: 'By {name}', count: { one: '{n} page', other: '{n} pages' } };

it.each([
  ['nothing where languages say the same', { byName: 'Av {name}', count: { other: '{n} sidor' } }, []],
  [
    'a value that has no place',
    { ...ENGLISH, byName: 'Av dig' },
    ['sv byName: has places for nothing, not {name}'],
  ],
  [
    'a form without its number',
    { ...ENGLISH, count: { one: 'en sida', other: '{n} sidor' } },
    ['sv count.one: has places for nothing, not {n}'],
  ],
  ['markup', { ...ENGLISH, byName: 'Av <b>{name}</b>' }, ['sv byName: has markup or white space around it']],
  ['white space', { ...ENGLISH, byName: 'Av {name} ' }, ['sv byName: has markup or white space around it']],
])('names %s', (_fault, swedish, faults) => {
  expect(findWordFaults({ en: ENGLISH, sv: swedish })).toEqual(faults);
});
