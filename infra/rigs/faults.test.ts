import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAULTS, type Fault } from './faults.ts';
import { examine } from './scenarios/faults.ts';

/** Milliseconds; most of it for starting programs. */
const TIME_LIMIT = 120_000;

let folder: string;
const servers = new AsyncDisposableStack();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-faults-test-'));
});
afterAll(async () => {
  await servers.disposeAsync();
  await rm(folder, { recursive: true });
});

function provokeOf(name: string): Fault['provoke'] {
  const fault = FAULTS.find((one) => one.name === name);
  if (!fault) throw new Error(`There is no fault ${name}.`);
  return fault.provoke;
}

/** To see that losses are noticed. While nothing fails, since all that is stored has then an answer. */
const LOSE_DIALOGS: Fault['provoke'] = async ({ database }) => {
  await until('five dialogs are stored', async () => {
    const { stored } = await database.one(
      "select count(*) as stored from dialogs where title like 'Question %'",
    );
    return stored >= 5;
  });
  await database.none(
    "delete from dialogs where id in (select id from dialogs where title like 'Question %' order by id limit 5)",
  );
  return performance.now();
};

describe('npm run rig -- faults', () => {
  it(
    'notices losses, and loses nothing to a dead connection and a killed service',
    async () => {
      const provocations = [LOSE_DIALOGS, provokeOf('database-half-open'), provokeOf('service-killed')];
      const fault: Fault = {
        name: 'all',
        times: provocations.length,
        service: 'forum',
        parts: ['database'],
        provoke: async (rig) => (await provocations.shift()?.(rig)) ?? 0,
      };
      const examination = { times: fault.times, rate: 40, peace: 300 };
      const { acknowledged, lost, wrong } = await examine({ folder, servers }, fault, examination);
      expect(acknowledged).toBeGreaterThan(20);
      expect(lost).toContainEqual(expect.stringMatching(/^lost: dialog [a-z]{12}$/));
      expect(lost.filter((line) => !line.startsWith('lost: dialog '))).toEqual([]);
      expect(wrong).toEqual([]);
    },
    TIME_LIMIT,
  );
});
