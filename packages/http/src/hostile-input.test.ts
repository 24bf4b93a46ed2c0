import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const HOSTILE = `
  const attempt = (call) => { try { call() } catch (error) { if (error.name !== 'AppError') throw error } };
  const times = (text, bytes = 100_000) => text.repeat(bytes / text.length);
  const request = (value) => ({ headers: { 'x-forwarded-for': value }, socket: { remoteAddress: '10.0.0.1' } });
`;

/** Evaluates in a separate process with a time limit of 30 s; finishing is the assertion. */
async function finishes(module: string, expression: string): Promise<string> {
  const exports = `await import(${JSON.stringify(new URL(module, import.meta.url).href)})`;
  const script = `${HOSTILE} const m = ${exports}; attempt(() => ${expression}); console.log('finished');`;
  const options = ['--conditions=source', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, options, { timeout: 30_000 });
  return stdout.trim();
}

describe('S18 ReDoS: 100 kB of hostile input', () => {
  it.each([
    ['a query of percent signs', './query.ts', `m.parseQuery(times('%'))`],
    ['a query of encoded letters', './query.ts', `m.parseQuery('q=' + times('%41'))`],
    ['a query of plus signs', './query.ts', `m.parseQuery('q=' + times('+'))`],
    ['a query of separators', './query.ts', `m.parseQuery(times('&='))`],
    ['a name of brackets', './query.ts', `m.parseQuery(times('[') + ']=1').family(times('['))`],
    ['50,000 members of a family', './query.ts', `m.parseQuery(times('f[a]&', 250_000)).family('f')`],
    [
      'an unknown name of letters',
      './parameters.ts',
      `m.rejectUnknown(new Map([[times('a') + '!', '']]), [])`,
    ],
    [
      'an Accept of white space',
      './bodies/read-form.ts',
      `m.acceptsExactly('a' + times(' \\t') + 'a', 'a/b')`,
    ],
    ['an Accept of commas', './media-ranges.ts', `m.parseMediaRanges(times(','))`],
    ['an Accept of quotes', './media-ranges.ts', `m.parseMediaRanges('a/b;c=' + times('"'))`],
    ['an Accept of escapes', './media-ranges.ts', `m.parseMediaRanges('a/b;c="' + times('\\\\'))`],
    ['an Accept of parameters', './media-ranges.ts', `m.parseMediaRanges('a/b' + times(';a=1'))`],
    ['an Accept of slashes', './media-ranges.ts', `m.parseMediaRanges(times('/'))`],
    ['an Accept of ranges', './media-ranges.ts', `m.parseMediaRanges(times('a/b;q=0.1,'))`],
    ['an If-None-Match of commas', './entity-tags.ts', `m.isNotModified(times(','), '"a"')`],
    ['an If-None-Match of quotes', './entity-tags.ts', `m.isNotModified(times('"'), '"a"')`],
    ['an If-None-Match of weakness marks', './entity-tags.ts', `m.isNotModified(times('W/'), '"a"')`],
    ['an If-None-Match of commas and quotes', './entity-tags.ts', `m.isNotModified(times(',"'), '"a"')`],
    ['an If-None-Match of unclosed tags', './entity-tags.ts', `m.isNotModified(times('W/"a,'), '"b"')`],
    ['an address of colons', './clients.ts', `m.addressBlock(times(':'))`],
    ['an address of digits and dots', './clients.ts', `m.addressBlock(times('1.'))`],
    [
      'an X-Forwarded-For of commas',
      './clients.ts',
      `m.createClientAddress(['10.0.0.0/8'])(request(times(',')))`,
    ],
    [
      'an X-Forwarded-For of proxies',
      './clients.ts',
      `m.createClaimedAddress(['10.0.0.0/8'])(request(times('10.0.0.1,')))`,
    ],
    ['a trusted proxy of slashes', './clients.ts', `m.createClientAddress([times('/')])`],
    [
      'a packet of capitals',
      './server/http-server.ts',
      `m.socketFailure({ code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.from(times('A') + '!') })`,
    ],
  ])(
    '%s is finished with',
    async (_title, module, expression) => {
      expect(await finishes(module, expression)).toBe('finished');
    },
    40_000,
  );
});
