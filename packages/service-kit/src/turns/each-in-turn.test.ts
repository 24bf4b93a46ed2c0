import { expect, it } from '@jest/globals';
import { eachInTurn } from './each-in-turn.ts';

it('makes something of each, and lets others come in between when that takes long', async () => {
  const begun: string[] = [];
  setImmediate(() => begun.push('another'));
  const results = await eachInTurn(['one', 'two'], (name) => {
    begun.push(name);
    const end = performance.now() + 3;
    while (performance.now() < end);
    return name.toUpperCase();
  });
  expect(results).toEqual(['ONE', 'TWO']);
  expect(begun).toEqual(['one', 'another', 'two']);
});
