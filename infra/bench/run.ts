import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@guidepost/postgres/embedded';
import type { BenchPlace } from './bench-place.ts';
import { measureForum } from './forum/measure-forum.ts';
import { measureKnowledgeBase } from './knowledge-base.ts';

/**
 * `npm run bench` measures all parts and writes docs/benchmarks.md; `npm run bench -- forum` measures that part and
 * leaves the other's text as it is.
 */
const REPORT = new URL('../../docs/benchmarks.md', import.meta.url);

const PARTS: Readonly<Record<string, { title: string; measure: (place: BenchPlace) => Promise<string> }>> = {
  'knowledge-base': { title: 'Knowledge base', measure: measureKnowledgeBase },
  forum: { title: 'Forum', measure: measureForum },
};

async function measureParts(names: readonly string[]): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-bench-'));
  const server = await startEmbedded({ directory: join(folder, 'postgres'), durable: true });
  const texts = new Map<string, string>();
  try {
    for (const [index, name] of names.entries()) {
      const part = PARTS[name];
      if (!part) throw new Error(`There is no part ${name}; there are ${Object.keys(PARTS).join(', ')}.`);
      const database = `part_${index}`;
      await server.ensureDatabase(database);
      const text = await part.measure({ databaseUrl: server.url(database), directory: folder });
      texts.set(part.title, `## ${part.title}\n\n${circumstances()}\n\n${text.trim()}\n`);
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

const wanted = process.argv.slice(2);
const measured = await measureParts(wanted.length > 0 ? wanted : Object.keys(PARTS));
await writeFile(REPORT, replaceParts(await readFile(REPORT, 'utf8'), measured));
for (const text of measured.values()) process.stdout.write(text);
