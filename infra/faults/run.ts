import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, refuseUsage, wholeNumber } from '../local/command-line.ts';
import { ROOT } from '../local/settings.ts';
import { stopRequest } from '../local/stop-request.ts';
import { type Examined, examine } from './examine.ts';
import { FAULTS, type Fault } from './faults.ts';

const USAGE = `Usage: npm run faults -- [<fault>…] [--times <number>] [--rate 200]

Provokes faults while posts arrive, and counts what was lost or doubled. --rate is posts in a second; --times is how often,
otherwise as often as docs/reliability.md says. Faults:
${FAULTS.map(({ name }) => `  ${name}`).join('\n')}`;

const { values, positionals } = readCommandLine(USAGE, {
  most: FAULTS.length,
  options: { times: { type: 'string' }, rate: { type: 'string', default: '200' } },
});
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/guidepost-tests');
const stop = stopRequest();
const unknown = positionals.filter((name) => !FAULTS.some((fault) => fault.name === name));
if (unknown.length > 0) refuseUsage(USAGE, `There are no such faults: ${unknown.join(', ')}`);
const rate = wholeNumber(USAGE, 'rate', values.rate);
const givenTimes = values.times && wholeNumber(USAGE, 'times', values.times);
const chosen = FAULTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
for (const fault of chosen) {
  const missing = await fault.missing?.();
  if (missing) console.log(`${fault.name}: not run, ${missing}`);
  else await runFault(fault);
}

async function runFault(fault: Fault): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-faults-'));
  const times = givenTimes || fault.times;
  const examined = await examine(fault, {
    folder,
    times,
    rate,
    say: console.error,
    stop,
  });
  console.log(describe(examined));
  if (examined.wrong.length === 0) await rm(folder, { recursive: true });
  else {
    console.log(`  ${examined.wrong.slice(0, 20).join('\n  ')}\n  The logs are in ${folder}`);
    process.exitCode = 1;
  }
}

function describe(examined: Examined): string {
  const { fault, times, recoveries, lastFailures, sent, acknowledged, others, storedAnyway } = examined;
  const kinds = [...others].map(([outcome, count]) => `${count} × ${outcome}`).join(', ') || 'none';
  return `${fault}, ${times} times: of ${sent} posts ${acknowledged} were acknowledged; of the others (${kinds}) ${storedAnyway} are stored
  wrong: ${examined.wrong.length}; delivered again: ${examined.deliveredAgain}; files without a row: ${examined.orphans}
  recovery in ms: ${spread(recoveries)}; last failure: ${spread(lastFailures)}`;
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} in the middle, ${sorted.at(-1)} at most`;
}
