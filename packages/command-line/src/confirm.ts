import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { AppError } from '@guidepost/service-kit';

export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** Asks for a `yes`; throws AppError `invalid` for any other answer or without a terminal, or the reason of `signal`. */
export async function confirm(
  question: string,
  signal: AbortSignal,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (!input.isTTY)
    throw new AppError('invalid', 'Cannot ask for confirmation without a terminal. Use --yes to confirm.');
  const lines = createInterface({ input, output });
  // readline swallows Ctrl-C otherwise.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // readline never answers the question after Ctrl-D.
  const ended = once(lines, 'close').then(() => '');
  try {
    const answer = await Promise.race([lines.question(`${question} (yes/no) `, { signal }), ended]);
    if (answer.trim().toLowerCase() !== 'yes') throw new AppError('invalid', 'Nothing was changed.');
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    lines.close();
  }
}
