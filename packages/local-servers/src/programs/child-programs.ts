import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { startListening, stopListening } from '@guidepost/service-kit/process';

/**
 * The environment for bundled programs: without PG* and MEILI_* variables meant for other servers, and with a locale
 * that exists everywhere (PostgreSQL does not start on macOS without).
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(TMPDIR && { TMPDIR }) };
}

/**
 * For `/bin/sh -c`: executes a program and leaves a process that stops it when our end of the pipe closes, even by
 * SIGKILL.
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

/** Below the ephemeral ports that systems assign by themselves. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** @throws AppError `unavailable`, one line that begins with `variable`, when the port of loopback is taken */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  const probe = createServer();
  await startListening(probe, { host: '127.0.0.1', port, variable });
  await stopListening(probe, 0);
}

/** A free port of loopback that the system does not assign to others. */
export async function anyFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const isFree = await requireFreePort(port, 'the port').then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
}
