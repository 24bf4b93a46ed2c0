import { describe, expect, it } from '@jest/globals';
import { parseQuery } from './query.ts';
import { rejectUnknown } from './reject-unknown.ts';

const KNOWN = ['include', 'q', 'filter[tag]', 'page[number]', 'fields[]'];

function judge(raw: string): void {
  rejectUnknown(parseQuery(raw), KNOWN);
}

describe('rejectUnknown', () => {
  it.each([
    'page=2',
    'filters[tag]=',
    'filter[x]=',
    'filter=a',
    'filter[tag][x]=a',
    'filter[constructor][prototype]=a',
    'fields=title',
    'fields[a][b]=title',
    'fields[a]b=title',
    'fields[a[b]=title',
    'fields[a=title',
    'unknown',
    'include[]=tags',
    'q[=a',
  ])('%s is reserved and unknown, so it is refused by name', (raw) => {
    const parameter = raw.split('=', 1)[0];
    expect(() => judge(raw)).toThrow(
      expect.objectContaining({ kind: 'invalid', details: { source: { parameter } } }),
    );
  });

  it.each([
    '',
    'include=tags&q=a&filter%5Btag%5D=b&page[number]=2',
    'fields[guide]=title',
    'fields[anything]=',
    'fields[__proto__]=title',
  ])('"%s" is known', (raw) => {
    expect(() => judge(raw)).not.toThrow();
  });

  it.each([
    'utm_source=a',
    'Page=2',
    'pageSize=2',
    'x1=a',
    '_=1',
    '[page]=1',
    'sida%20ett=1',
    'é=1',
    'fields]=1',
    'page.x=1',
  ])('%s is not reserved, so it is ignored', (raw) => {
    expect(() => judge(raw)).not.toThrow();
  });

  it('names the first unknown parameter as sent', () => {
    expect(() => judge('utm_source=a&include=&sort=a&page=1')).toThrow(
      expect.objectContaining({ details: { source: { parameter: 'sort' } } }),
    );
  });

  it('truncates a long name', () => {
    expect(() => judge(`${'a'.repeat(10_000)}=1`)).toThrow(
      expect.objectContaining({ details: { source: { parameter: 'a'.repeat(100) } } }),
    );
  });
});
