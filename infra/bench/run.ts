import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '@guidepost/postgres/embedded';
import type { BenchPlace } from './bench-place.ts';
import { measureForum } from './forum/measure-forum.ts';
import { measureKnowledgeBase } from './knowledge-base.ts';
import { measureSearch } from './search/measure-search.ts';

/**
 * `npm run bench` measures all parts and writes docs/benchmarks.md; `npm run bench -- forum` measures that part and
 * leaves the others' text as it is. With `--small` search is measured on a twentieth, for trying, and nothing is written.
 */
const REPORT = new URL('../../docs/benchmarks.md', import.meta.url);

/** A part of the report. */
interface Part {
  title: string;
  /** Undefined when this machine lacks what it takes; the report keeps what it had. */
  measure: (place: BenchPlace) => Promise<string | undefined>;
}

const PARTS: Readonly<Record<string, Part>> = {
  'knowledge-base': { title: 'Knowledge base', measure: measureKnowledgeBase },
  forum: { title: 'Forum', measure: measureForum },
  search: { title: 'Search', measure: measureSearch },
};

const SMALL_DIVISOR = 20;

async function measureParts(names: readonly string[], divisor: number): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-bench-'));
  const server = await startEmbedded({ directory: join(folder, 'postgres'), durable: true });
  const texts = new Map<string, string>();
  let databases = 0;
  const addDatabase = async () => {
    databases += 1;
    await server.ensureDatabase(`bench_${databases}`);
    return server.url(`bench_${databases}`);
  };
  try {
    for (const name of names) {
      const part = PARTS[name];
      if (!part) throw new Error(`There is no part ${name}; there are ${Object.keys(PARTS).join(', ')}.`);
      const place = { databaseUrl: await addDatabase(), addDatabase, directory: folder, divisor };
      const text = await part.measure(place);
      if (text) texts.set(part.title, `## ${part.title}\n\n${circumstances()}\n\n${text.trim()}\n`);
    }
  } finally {
    await server.release();
    await rm(folder, { recursive: true });
  }
  return texts;
}

function circumstances(): string {
  const processors = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${processors}, Node ${process.versions.node}, the embedded PostgreSQL with fsync on.`;
}

/** The report with the parts that were measured in place of those that it had. */
function replaceParts(report: string, measured: ReadonlyMap<string, string>): string {
  const [introduction = '', ...sections] = report.split(/^(?=## )/m);
  const former = new Map(sections.map((text) => [text.slice('## '.length, text.indexOf('\n')), text]));
  const parts = Object.values(PARTS).flatMap(({ title }) => measured.get(title) ?? former.get(title) ?? []);
  return [introduction, ...parts]
    .map((text) => text.trim())
    .join('\n\n')
    .concat('\n');
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { small: { type: 'boolean', default: false } },
});
const wanted = positionals.length > 0 ? positionals : Object.keys(PARTS);
const measured = await measureParts(wanted, values.small ? SMALL_DIVISOR : 1);
if (!values.small) await writeFile(REPORT, replaceParts(await readFile(REPORT, 'utf8'), measured));
for (const text of measured.values()) process.stdout.write(text);
