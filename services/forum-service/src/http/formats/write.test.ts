import { MOST_BYTES } from '@guidepost/http';
import { describe, expect, it } from '@jest/globals';
import { notationOf } from './format.ts';
import type { ResourceRecord } from './record.ts';
import { write } from './write.ts';

const listOf = (records: readonly ResourceRecord[]) => ({ records: () => records });

const JSON_FORMAT = { format: 'json', callback: undefined } as const;
const FORMATS = [
  ['JSON', JSON_FORMAT, '[]', '[{"id":1},{"id":2}]'],
  ['JSONP', { format: 'json', callback: 'f' }, '/**/f([]);', '/**/f([{"id":1},{"id":2}]);'],
  [
    'XML',
    { format: 'xml', callback: undefined },
    '<?xml version="1.0" encoding="UTF-8"?><response/>',
    '<?xml version="1.0" encoding="UTF-8"?><response><resource><id>1</id></resource><resource><id>2</id></resource></response>',
  ],
] as const;

describe.each(FORMATS)('a list in %s', (_, writing, empty, two) => {
  const notation = notationOf(writing);

  it('concatenates its records', async () => {
    expect(await write(listOf([]), notation, MOST_BYTES)).toEqual({ body: empty, count: 0, isCut: false });
    expect(await write(listOf([{ id: 1 }, { id: 2 }]), notation, MOST_BYTES)).toEqual({
      body: two,
      count: 2,
      isCut: false,
    });
  });

  it('is the same when short and written at once', async () => {
    expect(await write([{ id: 1 }, { id: 2 }], notation, MOST_BYTES)).toEqual({ body: two, isCut: false });
    expect(await write([], notation, MOST_BYTES)).toEqual({ body: empty, isCut: false });
  });

  it('ends before the record that does not fit, at most at the maximum size', async () => {
    const records = listOf([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(await write(records, notation, two.length)).toEqual({ body: two, count: 2, isCut: true });
    const cut = await write(records, notation, two.length - 1);
    expect([cut.count, cut.isCut]).toEqual([1, true]);
  });

  it('always contains its first record', async () => {
    expect(await write(listOf([{ id: 1 }, { id: 2 }]), notation, 1)).toMatchObject({ count: 1, isCut: true });
  });
});

it('a list is written in slices that yield to the event loop', async () => {
  const begun: (number | string)[] = [];
  function* records() {
    for (const id of [1, 2, 3]) {
      setImmediate(() => begun.push('another'));
      begun.push(id);
      const end = performance.now() + 3;
      while (performance.now() < end);
      yield { id };
    }
  }
  const { body } = await write({ records }, notationOf(JSON_FORMAT), MOST_BYTES);
  expect(body).toBe('[{"id":1},{"id":2},{"id":3}]');
  expect(begun).toEqual([1, 'another', 2, 'another', 3, 'another']);
});

it('records that do not fit are not created', async () => {
  let made = 0;
  function* records() {
    for (; made < 1_000; made += 1) yield { text: 'x'.repeat(100) };
  }
  const { count } = await write({ records }, notationOf(JSON_FORMAT), 1_000);
  expect(made).toBe(count);
});
