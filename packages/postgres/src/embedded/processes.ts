import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether the process is a PostgreSQL server on this data directory, and not one that got the id after it. */
export async function isPostmaster(processId: number, data: string): Promise<boolean> {
  const command = await commandLine(processId);
  return /^\S*postgres\b/.test(command) && `${command} `.includes(` -D ${data} `);
}

// Blank for a process that is gone, a zombie, or not ours to see.
async function commandLine(processId: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${processId}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    }
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(processId)])).stdout.trim();
  } catch {
    return '';
  }
}
