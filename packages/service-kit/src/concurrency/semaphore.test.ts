import { describe, expect, it } from '@jest/globals';
import { createSemaphore, type Semaphore } from './semaphore.ts';

const FOREVER = 2 ** 31 - 1;

/** Work that goes on until it is finished from outside. */
function startWork(semaphore: Semaphore, name: string, begun: string[]) {
  const { promise, resolve: finish, reject: fail } = Promise.withResolvers<string>();
  const done = semaphore(() => {
    begun.push(name);
    return promise;
  });
  return { done, finish: () => finish(name), fail: () => fail(new Error(name)) };
}

describe('turns', () => {
  it('are taken by so many at once, the others in the order of their coming', async () => {
    const begun: string[] = [];
    const semaphore = createSemaphore({ permits: 2, timeout: FOREVER, message: '' });
    const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) =>
      startWork(semaphore, name, begun),
    );
    two?.finish();
    await two?.done;
    three?.finish();
    await three?.done;
    expect(begun.slice(0, 3)).toEqual(['one', 'two', 'three']);
    one?.finish();
    four?.finish();
    expect(await Promise.all([one?.done, four?.done])).toEqual(['one', 'four']);
  });

  it('are never taken by more', async () => {
    const semaphore = createSemaphore({ permits: 4, timeout: FOREVER, message: '' });
    let working = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 100 }, () =>
        semaphore(async () => {
          working += 1;
          most = Math.max(most, working);
          await new Promise(setImmediate);
          working -= 1;
        }),
      ),
    );
    expect(most).toBe(4);
  });

  it('are handed on by work that failed', async () => {
    const begun: string[] = [];
    const semaphore = createSemaphore({ permits: 1, timeout: FOREVER, message: '' });
    const [one, two] = ['one', 'two'].map((name) => startWork(semaphore, name, begun));
    one?.fail();
    await expect(one?.done).rejects.toThrow('one');
    two?.finish();
    expect(await two?.done).toBe('two');
  });

  it('that do not come in time are "unavailable", and the work is never begun', async () => {
    const begun: string[] = [];
    const semaphore = createSemaphore({ permits: 1, timeout: 1, message: 'Too many.' });
    const first = startWork(semaphore, 'first', begun);
    const late = startWork(semaphore, 'late', begun);
    await expect(late.done).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Too many.',
      details: { retryAfter: 5 },
    });
    first.finish();
    await first.done;
    const next = startWork(semaphore, 'next', begun);
    next.finish();
    await next.done;
    expect(begun).toEqual(['first', 'next']);
  });
});
