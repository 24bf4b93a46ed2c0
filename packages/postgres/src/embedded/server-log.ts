import { readFile } from 'node:fs/promises';
import { AppError } from '@guidepost/service-kit';

/** The error for a server that did not start, from what it wrote to its log from byte `start` on. */
export async function startFailure(log: string, start: number): Promise<AppError> {
  const written = (await readFile(log)).subarray(start).toString('utf8');
  return new AppError('unavailable', `PostgreSQL did not start: ${lastWords(written)} (see ${log})`);
}

// After the fatal line come hints and "database system is shut down", which say nothing about why.
function lastWords(log: string): string {
  const lines = log.trim().split('\n');
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC): /.test(line));
  const line = fatal ?? lines.at(-1) ?? '';
  return line.replace(/^.*\b(FATAL|PANIC): +/, '') || 'it ended without a word';
}
