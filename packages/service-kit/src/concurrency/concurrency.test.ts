import { describe, expect, it } from '@jest/globals';
import { createSemaphore, type Semaphore } from './semaphore.ts';
import { mapInSlices, startTimeSlice, type TimeSlice } from './time-slice.ts';

const FOREVER = 2 ** 31 - 1;

function startWork(semaphore: Semaphore, name: string, begun: string[]) {
  const { promise, resolve: finish, reject: fail } = Promise.withResolvers<string>();
  const done = semaphore(() => {
    begun.push(name);
    return promise;
  });
  return { done, finish: () => finish(name), fail: () => fail(new Error(name)) };
}

describe('a semaphore', () => {
  it('starts waiting work in order as permits are released', async () => {
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

  it('never runs more work than it has permits', async () => {
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

  it('releases the permit of work that failed', async () => {
    const begun: string[] = [];
    const semaphore = createSemaphore({ permits: 1, timeout: FOREVER, message: '' });
    const [one, two] = ['one', 'two'].map((name) => startWork(semaphore, name, begun));
    one?.fail();
    await expect(one?.done).rejects.toThrow('one');
    two?.finish();
    expect(await two?.done).toBe('two');
  });

  it('rejects with "unavailable" after the timeout and never starts that work', async () => {
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

function work(): void {
  const end = performance.now() + 3;
  while (performance.now() < end);
}

it('maps items in order, yielding to the event loop when that takes long', async () => {
  const begun: string[] = [];
  setImmediate(() => begun.push('another'));
  const results = await mapInSlices(['one', 'two'], (name) => {
    begun.push(name);
    work();
    return name.toUpperCase();
  });
  expect(results).toEqual(['ONE', 'TWO']);
  expect(begun).toEqual(['one', 'another', 'two']);
});

it('runs one slice per iteration of the event loop, of the work that began first', async () => {
  // Work that was queued before this test has run.
  await new Promise(setImmediate);
  const begun: string[] = [];
  let going = true;
  const countTurns = () => {
    begun.push('|');
    if (going) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(
    names.map((name) =>
      mapInSlices([1, 2, 3], (round) => {
        begun.push(name + round);
        work();
      }),
    ),
  );
  going = false;
  const [beginnings = '', ...turns] = begun.join(' ').split('|');
  expect(beginnings.trim()).toBe('a1 b1 c1 d1');
  expect(turns.map((turn) => turn.trim()).filter(Boolean)).toEqual([
    'a2',
    'a3',
    'b2',
    'b3',
    'c2',
    'c3',
    'd2',
    'd3',
  ]);
});

it('lets work go first that should', async () => {
  const done: string[] = [];
  const wait = async (name: string, slice: TimeSlice) => {
    await slice.next();
    done.push(name);
  };
  await Promise.all([
    wait('one', startTimeSlice()),
    wait('two', startTimeSlice()),
    wait('first', startTimeSlice({ goesFirst: true })),
  ]);
  expect(done).toEqual(['first', 'one', 'two']);
});

it('gives long work a turn among short work, and short work most turns', async () => {
  const begun: string[] = [];
  const doneAfter = (count: number, name: string) =>
    mapInSlices(Array.from({ length: count }), () => {
      begun.push(name);
      work();
    });
  await Promise.all([
    doneAfter(40, 'long'),
    doneAfter(40, 'other'),
    ...Array.from({ length: 9 }, () => doneAfter(2, 'short')),
  ]);
  const rest = begun.slice(begun.indexOf('short'));
  const untilShortAreDone = rest.slice(0, rest.lastIndexOf('short'));
  expect(untilShortAreDone.filter((name) => name !== 'short')).not.toHaveLength(0);
  expect(begun.lastIndexOf('short')).toBeLessThan(70);
});
