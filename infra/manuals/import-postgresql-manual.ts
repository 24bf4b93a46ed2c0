import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findPostgresqlManual } from './postgresql-manual.ts';

/** Shows how a real manual gets in: `pnpm manual:import [host]`; again at any time, it changes what has changed. */
const [host = 'postgresql.example.com'] = process.argv.slice(2);
const root = fileURLToPath(new URL('../../', import.meta.url));
const commandLine = fileURLToPath(new URL('services/kb-service/src/cli/main.ts', `file://${root}`));

function kb(...commandArguments: string[]): number {
  const { status } = spawnSync(process.execPath, ['--conditions=source', commandLine, ...commandArguments], {
    stdio: 'inherit',
  });
  return status ?? 1;
}

try {
  const manual = await findPostgresqlManual(`${process.env.DATA_DIR ?? `${root}.data`}/manuals`);
  if (kb('show', host) !== 0) {
    kb(
      'create',
      host,
      '--name',
      'PostgreSQL 15',
      '--organization',
      'The PostgreSQL Global Development Group',
    );
  }
  process.exitCode = kb('import', host, manual);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
