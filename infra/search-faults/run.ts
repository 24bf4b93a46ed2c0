import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findMeilisearch } from '@guidepost/local-servers';
import { stopRequest } from '../local/stop-request.ts';
import { examineSearch } from './examine-search.ts';
import { openPlace } from './place.ts';
import { describeReport, listFaults } from './report.ts';

// `npm run search:faults`: kills Meilisearch while people post and search, and looks whether anything is lost.
/** Milliseconds: long enough that Meilisearch answers in between. */
const LONGEST_PEACE = 4_000;

const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } });
const stop = stopRequest();
process.exitCode = await run(Number(values.kills));

async function run(kills: number): Promise<number> {
  if (!(kills >= 1)) {
    console.error('--kills is how often: 1 or more.');
    return 1;
  }
  if (!findMeilisearch()) {
    console.error('There is no meilisearch on the PATH, and MEILISEARCH names none.');
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-faults-'));
  try {
    const isFaultless = await examine(folder, kills);
    if (isFaultless) await rm(folder, { recursive: true });
    else console.log(`The logs are in ${folder}`);
    return isFaultless ? 0 : 1;
  } catch (error) {
    if (!stop.aborted) throw error;
    await rm(folder, { recursive: true });
    return 1;
  }
}

async function examine(folder: string, kills: number): Promise<boolean> {
  const place = await openPlace(folder);
  try {
    const report = await examineSearch(place, {
      kills,
      longestPeace: LONGEST_PEACE,
      longAbsences: true,
      say: console.log,
      stop,
    });
    console.log(describeReport(report));
    return listFaults(report).length === 0;
  } finally {
    await place.close();
  }
}
