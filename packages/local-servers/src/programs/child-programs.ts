import { execFile } from 'node:child_process';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * What programs that come along see of our environment: no PG* or MEILI_* variable that a person has set for servers of
 * theirs, and a locale that exists everywhere (PostgreSQL refuses to start on macOS under one that doesn't).
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(TMPDIR && { TMPDIR }) };
}

const LARGEST_LOG_BYTES = 10_000_000;

/** Opens the file that a program's log goes to, at its end; one that has become too long begins anew. */
export async function openLog(file: string): Promise<FileHandle> {
  const log = await open(file, 'a', 0o600);
  if ((await log.stat()).size > LARGEST_LOG_BYTES) await log.truncate();
  return log;
}

const run = promisify(execFile);

/** The program of a process and its arguments, with blanks between; empty for one that is gone, a zombie, or not ours to see. */
export async function commandLine(processId: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${processId}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    }
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(processId)])).stdout.trim();
  } catch {
    return '';
  }
}
