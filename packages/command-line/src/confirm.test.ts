import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { confirm } from './confirm.ts';

const QUESTION = 'Delete it?';

/** A terminal with typed input. */
function terminalWith(typed: string, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  input.write(typed);
  return { input, output };
}

describe('an action that needs confirmation', () => {
  const { signal } = new AbortController();

  it.each(['yes\n', ' YES \r\n'])('is done when the answer is %j', async (typed) => {
    const terminal = terminalWith(typed);
    await confirm(QUESTION, signal, terminal);
    expect(String(terminal.output.read())).toContain('Delete it? (yes/no) ');
  });

  it.each(['no\n', '\n', 'y\n', 'yes please\n'])('is not done when the answer is %j', async (typed) => {
    await expect(confirm(QUESTION, signal, terminalWith(typed))).rejects.toThrow('Nothing was changed.');
  });

  it('is not done when the input ends without an answer, as with Ctrl-D', async () => {
    const terminal = terminalWith('');
    const asked = confirm(QUESTION, signal, terminal);
    terminal.input.end();
    await expect(asked).rejects.toThrow('Nothing was changed.');
  });

  it('is not done without a terminal', async () => {
    await expect(confirm(QUESTION, signal, terminalWith('yes\n', false))).rejects.toThrow(
      'Cannot ask for confirmation without a terminal. Use --yes to confirm.',
    );
  });

  it('is not done when the question is interrupted', async () => {
    const interruption = new AbortController();
    const asked = confirm(QUESTION, interruption.signal, terminalWith(''));
    interruption.abort(new Error('interrupted'));
    await expect(asked).rejects.toThrow('interrupted');
  });
});
