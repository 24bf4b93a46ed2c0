import { expect, it } from '@jest/globals';
import { mapInSlices } from './time-slice.ts';

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

it('runs one slice per iteration of the event loop, however much long work there is', async () => {
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
    'b2',
    'c2',
    'd2',
    'a3',
    'b3',
    'c3',
    'd3',
  ]);
});
