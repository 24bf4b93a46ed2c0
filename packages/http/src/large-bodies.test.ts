import { Buffer } from 'node:buffer';
import { mock } from 'node:test';
import { afterEach, describe, expect, it } from '@jest/globals';
import { entityTag } from './entity-tags.ts';
import { createBodyWriter, createLargeBodySemaphore, encodeText, type WrittenBody } from './large-bodies.ts';

const TEXTS = [
  ['nothing', ''],
  ['a short text', 'Hej då 😀'],
  ['a long one', 'x'.repeat(300_000)],
  ['one of many bytes', 'å€😀'.repeat(100_000)],
  ['pairs of surrogates where pieces end', `x${'😀'.repeat(200_000)}`],
  ['lone surrogates', '\ud800\udc00\udc00\ud800x'.repeat(80_000)],
] as const;

function sent({ body, entityTag: tag }: WrittenBody) {
  return { bytes: Buffer.from(body as string), tag: tag ?? entityTag(body) };
}

describe('a body that is encoded in pieces', () => {
  it.each(TEXTS)('has the same bytes and tag as when encoded at once: %s', async (_, text) => {
    const encoded = sent(await encodeText(text));
    expect(encoded.bytes.equals(Buffer.from(text))).toBe(true);
    expect(encoded.tag).toBe(entityTag(text));
  });

  it.each(TEXTS)('contains everything written, also in small pieces: %s', (_, text) => {
    const writer = createBodyWriter();
    for (const character of text) writer.write(character);
    const written = sent(writer.finish());
    expect(written.bytes.equals(Buffer.from(text))).toBe(true);
    expect(written.tag).toBe(entityTag(text));
    expect(writer.length).toBe(Buffer.byteLength(text));
  });

  it('stays a string while short, so that head and body are sent in one write', async () => {
    expect(await encodeText('short')).toEqual({ body: 'short' });
  });
});

it('builds at most four large bodies at once', async () => {
  const withLargeBodySlot = createLargeBodySemaphore();
  const begun: number[] = [];
  const bodies = [1, 2, 3, 4, 5].map((number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = withLargeBodySlot(() => {
      begun.push(number);
      return promise;
    });
    return { done, finish: resolve };
  });
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2, 3, 4]);
  bodies[2]?.finish();
  await bodies[2]?.done;
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  for (const { finish } of bodies) finish();
  await Promise.all(bodies.map(({ done }) => done));
});

describe('a large body that finds no free place', () => {
  afterEach(() => {
    mock.timers.reset();
  });

  it('is refused as unavailable after five seconds, without being begun', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const withLargeBodySlot = createLargeBodySemaphore();
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = [1, 2, 3, 4].map(() => withLargeBodySlot(() => promise));
    const events: string[] = [];
    const refused = withLargeBodySlot(async () => {
      events.push('begun');
    }).catch((error: unknown) => {
      events.push('refused');
      return error;
    });
    mock.timers.tick(4_999);
    await new Promise(setImmediate);
    expect(events).toEqual([]);
    mock.timers.tick(1);
    expect(await refused).toMatchObject({ kind: 'unavailable', details: { retryAfter: 5 } });
    resolve();
    await Promise.all(others);
    expect(events).toEqual(['refused']);
  });
});
