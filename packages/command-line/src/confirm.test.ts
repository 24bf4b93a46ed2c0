import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { confirm } from './confirm.ts';

const QUESTION = 'Delete it?';

/** A terminal at which somebody types. */
function terminalWith(typed: string, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  input.write(typed);
  return { input, output };
}

describe('what cannot be taken back', () => {
  const { signal } = new AbortController();

  it.each(['yes\n', ' YES \r\n'])('is done when somebody types %j', async (typed) => {
    const terminal = terminalWith(typed);
    await confirm(QUESTION, signal, terminal);
    expect(String(terminal.output.read())).toContain('Delete it? (yes/no) ');
  });

  it.each(['no\n', '\n', 'y\n', 'yes please\n'])('is not done when somebody types %j', async (typed) => {
    await expect(confirm(QUESTION, signal, terminalWith(typed))).rejects.toThrow('Nothing was changed.');
  });

  it('is not done when the input ends without an answer, as with Ctrl-D', async () => {
    const terminal = terminalWith('');
    const asked = confirm(QUESTION, signal, terminal);
    terminal.input.end();
    await expect(asked).rejects.toThrow('Nothing was changed.');
  });

  it('is not done where nobody can be asked', async () => {
    await expect(confirm(QUESTION, signal, terminalWith('yes\n', false))).rejects.toThrow(
      'There is no terminal to ask at; --yes says that you mean it.',
    );
  });

  it('is not done when the question is interrupted', async () => {
    const interruption = new AbortController();
    const asked = confirm(QUESTION, interruption.signal, terminalWith(''));
    interruption.abort(new Error('interrupted'));
    await expect(asked).rejects.toThrow('interrupted');
  });
});
