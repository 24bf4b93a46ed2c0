import { type StdioOptions, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../local/command-line.ts';
import { findPostgresqlManual } from './postgresql-manual.ts';

const USAGE = `Usage: npm run manual:import -- [postgresql.example.com]

Imports the manual of PostgreSQL into the knowledge base at a host; later runs update it.`;

const { positionals } = readCommandLine(USAGE, { most: 1 });
const [host = 'postgresql.example.com'] = positionals;
const root = fileURLToPath(new URL('../../', import.meta.url));
const dataDirectory = process.env.DATA_DIR ?? `${root}.data`;
const title = ['--name', 'PostgreSQL 15', '--organization', 'The PostgreSQL Global Development Group'];

function kb(words: string[], stdio: StdioOptions = 'inherit'): number {
  const flags = ['--max-semi-space-size=4', '--conditions=source'];
  const commandLine = `${root}services/kb-service/src/cli/main.ts`;
  return spawnSync(process.execPath, [...flags, commandLine, ...words], { stdio }).status ?? 1;
}

try {
  const manual = await findPostgresqlManual(`${dataDirectory}/manuals`);
  const known = kb(['show', host], 'ignore') === 0;
  process.exitCode = (known ? 0 : kb(['create', host, ...title])) || kb(['import', host, manual]);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
