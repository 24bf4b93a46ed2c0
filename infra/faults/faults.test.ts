import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { examine } from './examine.ts';
import { FAULTS, type Fault } from './faults.ts';

/** Milliseconds; most of it for starting programs. */
const TIME_LIMIT = 120_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-faults-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

function provokeOf(name: string): Fault['provoke'] {
  const fault = FAULTS.find((one) => one.name === name);
  if (!fault) throw new Error(`There is no fault ${name}.`);
  return fault.provoke;
}

/** A loss, to see that it is noticed: the first dialog that was posted. */
const LOSE_A_DIALOG: Fault['provoke'] = async ({ database }) => {
  await database.none('delete from dialogs where id = (select min(id) from dialogs)');
  return performance.now();
};

describe('npm run faults', () => {
  it(
    'loses nothing to a dead connection and a killed service, and would notice a loss',
    async () => {
      const provocations = [provokeOf('database-half-open'), provokeOf('service-killed'), LOSE_A_DIALOG];
      const fault: Fault = {
        name: 'all',
        times: provocations.length,
        parts: ['database'],
        prepare: async () => ({ environment: { FORUM_STATEMENT_TIMEOUT: '100' } }),
        provoke: async (rig) => (await provocations.shift()?.(rig)) ?? 0,
      };
      const { acknowledged, wrong } = await examine(fault, {
        folder,
        times: fault.times,
        rate: 40,
        peace: 300,
      });
      expect(acknowledged).toBeGreaterThan(20);
      expect(wrong).toEqual([expect.stringMatching(/^lost: dialog [a-z]{12}$/)]);
    },
    TIME_LIMIT,
  );
});
