import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMeilisearch } from '@guidepost/local-servers';
import { readCommandLine, wholeNumber } from '../local/command-line.ts';
import { stopRequest } from '../local/stop-request.ts';
import { examineSearch } from './examine-search.ts';
import { wrongAnswers } from './ledger.ts';
import { openPlace } from './place.ts';

const USAGE = `Usage: npm run search:faults -- [--kills 20]

Kills Meilisearch under load, and checks that searches are answered and nothing is lost.`;

const { values } = readCommandLine(USAGE, { options: { kills: { type: 'string', default: '20' } } });
const kills = wholeNumber(USAGE, 'kills', values.kills);
const stop = stopRequest();
if (!findMeilisearch()) refuse('There is no meilisearch on the PATH, and MEILISEARCH is not set.');
const folder = await mkdtemp(join(tmpdir(), 'guidepost-faults-'));
const servers = new AsyncDisposableStack();
let faults: string[] | undefined;
try {
  faults = await examine();
} catch (error) {
  if (!stop.aborted) throw error;
} finally {
  await servers.disposeAsync();
}
process.exitCode = faults?.length === 0 ? 0 : 1;
if (faults && faults.length > 0) console.log(`The logs are in ${folder}`);
else await rm(folder, { recursive: true });

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

async function examine(): Promise<string[]> {
  const place = await openPlace(folder, servers);
  const found = await examineSearch(place, { kills, say: console.log, stop });
  for (const { name, ledger } of place.services) {
    const marks = ledger.records.reduce((sum, record) => sum + record.marks.size, 0);
    const answers = [...ledger.answers].map(([answer, times]) => `${times} × ${answer}`);
    console.log(`${name}: ${answers.join(', ')}; ${marks} words looked for in both engines`);
    found.push(...wrongAnswers(ledger).map((wrong) => `${name}: ${wrong}`));
  }
  console.log([found.length === 0 ? 'Nothing was lost.' : 'Faults:', ...found.slice(0, 20)].join('\n  '));
  return found;
}
