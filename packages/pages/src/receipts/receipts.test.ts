import { describe, expect, it } from '@jest/globals';
import { createReceipts } from './receipts.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 0, 1, 12);
const VOTE = 'vote 1 1000001';

const at = (minutes: number, secret = 'a secret') =>
  createReceipts({ secret: async () => secret, now: () => NOON + minutes * MINUTE });

describe('a receipt', () => {
  it.each([
    ['at once', 0, true],
    ['after two minutes', 2, true],
    ['after three', 3, false],
  ])('is valid after a redirect %s: %s', async (_, minutes, isValid) => {
    expect(await at(minutes).isValid(await at(0).issue(VOTE), VOTE)).toBe(isValid);
  });

  it.each([
    ['of something else', (receipt: string) => at(0).isValid(receipt, 'vote 1 1000002')],
    ['of an instance with another secret', (receipt: string) => at(0, 'another').isValid(receipt, VOTE)],
    [
      'with a modified time',
      (receipt: string) => at(3).isValid(receipt.replace(/^\w+/, (NOON + 9 * MINUTE).toString(36)), VOTE),
    ],
    ['cut short', (receipt: string) => at(0).isValid(receipt.slice(0, -1), VOTE)],
    ['with extra characters', (receipt: string) => at(0).isValid(`${receipt}é`, VOTE)],
    ['that is empty', () => at(0).isValid('', VOTE)],
  ])('is invalid %s', async (_, isValid) => {
    expect(await isValid(await at(0).issue(VOTE))).toBe(false);
  });

  it('needs no encoding in a URL', async () => {
    const receipt = await at(0).issue(VOTE);
    expect(encodeURIComponent(receipt)).toBe(receipt);
  });
});
