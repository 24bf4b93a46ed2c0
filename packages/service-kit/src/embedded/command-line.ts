import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

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
