import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { AppError } from '@guidepost/service-kit';

/** Streams to ask a question on. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Asks the person at the terminal to confirm with `yes`.
 *
 * @param question without the possible answers
 * @param signal when aborted, its reason is thrown
 * @throws AppError `invalid` without a terminal, or for any other answer
 */
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
