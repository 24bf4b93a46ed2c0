import { execFile } from 'node:child_process';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * The environment for bundled programs: without PG* and MEILI_* variables meant for other servers, and with a locale
 * that exists everywhere (PostgreSQL does not start on macOS without).
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(TMPDIR && { TMPDIR }) };
}

/**
 * For `/bin/sh -c`: executes a program and leaves a process that stops it when our end of the pipe closes, even by SIGKILL.
 */
export const TIED_TO_US = 'exec 3<&0 </dev/null; (read -r _ <&3; kill "$$" 2>/dev/null) & exec "$@" 3<&-';

const LARGEST_LOG_BYTES = 10_000_000;

/** Opens a log file to append to; a long one is truncated. */
export async function openLog(file: string): Promise<FileHandle> {
  const log = await open(file, 'a', 0o600);
  if ((await log.stat()).size > LARGEST_LOG_BYTES) await log.truncate();
  return log;
}

const run = promisify(execFile);

/** A process's program and arguments, separated by spaces; empty if it has ended or is not visible. */
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
