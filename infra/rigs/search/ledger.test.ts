import { expect, it } from '@jest/globals';
import { wrongAnswers } from './ledger.ts';

it.each([
  ['nothing when everything was answered', { 'post 201': 40, 'search 200': 90 }, 0, []],
  ['a server error', { 'search 503': 2, 'search 200': 1 }, 0, ['2 × search 503']],
  ['no answer', { 'post without an answer': 1 }, 0, ['1 × post without an answer']],
  ['a refusal', { 'post 429': 1 }, 0, ['1 × post 429']],
  ['records shown after their removal', { 'search 200': 1 }, 3, ['3 × shown after it was removed']],
])('npm run rig -- search reports: %s', (_, answers, shownAfterRemoval, lines) => {
  const ledger = { records: [], answers: new Map(Object.entries<number>(answers)), shownAfterRemoval };
  expect(wrongAnswers(ledger)).toEqual(lines);
});
