import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { AppError } from '@guidepost/service-kit';

/** Where a question is asked; the streams of this process, unless a test has others. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Has the person at the terminal say `yes` to what cannot be taken back.
 *
 * @param question what is asked, without the answers that there are
 * @param signal ends the question with its reason
 * @throws AppError `invalid` where there is no terminal to ask at, or the answer is another
 */
export async function confirm(
  question: string,
  signal: AbortSignal,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (!input.isTTY)
    throw new AppError('invalid', 'There is no terminal to ask at; --yes says that you mean it.');
  const lines = createInterface({ input, output });
  // A terminal in this mode keeps Ctrl-C to itself.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // Ctrl-D ends the lines, which is no answer to readline: it would wait for ever.
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
