import { describe, expect, it } from '@jest/globals';
import { rejectUnknown } from './parameters.ts';
import { parseQuery, rawQueryString } from './query.ts';

describe('rawQueryString', () => {
  it.each([
    ['/guides', ''],
    ['/guides?', ''],
    ['/guides?q=a', 'q=a'],
    ['/guides?q=a?b', 'q=a?b'],
  ])('of %s is "%s"', (url, expected) => {
    expect(rawQueryString(url)).toBe(expected);
  });
});

describe('parseQuery', () => {
  it.each<[string, [string, string][]]>([
    ['', []],
    ['&&=&=x', []],
    ['q', [['q', '']]],
    ['q=', [['q', '']]],
    ['q=a=b', [['q', 'a=b']]],
    ['q=two+words', [['q', 'two words']]],
    ['q=1%2B1', [['q', '1+1']]],
    ['q=%C3%A5%F0%9F%98%80', [['q', 'å😀']]],
    ['%71=a', [['q', 'a']]],
    ['filter[tag]=a', [['filter[tag]', 'a']]],
    ['filter%5Btag%5D=a', [['filter[tag]', 'a']]],
    ['filter%5btag]=a', [['filter[tag]', 'a']]],
  ])('reads "%s"', (raw, expected) => {
    expect([...parseQuery(raw).entries()]).toEqual(expected);
  });

  it('keeps the order, whether brackets are encoded or not', () => {
    const query = parseQuery('filter%5Bcategory%5D=a&include=tags&filter[tag]=b');
    expect([...query.entries()].map(([name]) => name)).toEqual([
      'filter[category]',
      'include',
      'filter[tag]',
    ]);
  });

  it('uses the first of repeated parameters, even if empty', () => {
    const query = parseQuery('q=&q=second&filter%5Btag%5D=1&filter[tag]=2');
    expect([query.first('q'), query.first('filter[tag]')]).toEqual(['', '1']);
  });

  it.each([
    ['', true],
    ['&=a', true],
    ['q', false],
  ])('knows whether "%s" is empty', (raw, isEmpty) => {
    expect(parseQuery(raw).isEmpty).toBe(isEmpty);
  });

  it('reports repeated names', () => {
    const query = parseQuery('q=&key=a&q=second&=&=');
    expect(['q', 'key', 'other', ''].map(query.isRepeated)).toEqual([true, false, false, false]);
  });

  it('has no value for a name that was not sent, not even an inherited one', () => {
    const query = parseQuery('q=a');
    const names = ['Q', 'toString', '__proto__', 'constructor', ''];
    expect(names.map(query.first)).toEqual(names.map(() => undefined));
  });

  it('returns the members of a family in order', () => {
    const query = parseQuery(
      'fields[tag]=name&fields=x&fields[]=e&fields[a][b]=n&fields[a]b=n&xfields[c]=n&xields[c]=n&fieldsxc]=n&fields%5Bguide%5D=title',
    );
    expect(query.family('fields')).toEqual([
      ['tag', 'name'],
      ['', 'e'],
      ['guide', 'title'],
    ]);
  });
});

describe('S28 inputs that become 500s, in a query', () => {
  it.each([
    ['broken percent-encoding', 'q=%', 'q'],
    ['a percent sign without two digits', 'q=%zz', 'q'],
    ['Latin-1', 'q=%E5', 'q'],
    ['an overlong encoding', 'q=%C0%AF', 'q'],
    ['an encoded surrogate', 'q=%ED%A0%80', 'q'],
    ['a lone surrogate', 'q=\uD800', 'q'],
    ['a code point beyond Unicode', 'q=%F4%90%80%80', 'q'],
    ['encoded U+0000', 'q=a%00b', 'q'],
    ['U+0000', 'q=a\0b', 'q'],
    ['U+0000 after a first value', 'q=a&q=%00', 'q'],
    ['U+0000 in an unused parameter', 'x-other=%00', 'x-other'],
    ['U+0000 in a bracketed name', 'filter%5Btag%5D=%00', 'filter[tag]'],
    ['a name that is not UTF-8', '%FF=a', '%FF'],
    ['a name with a lone surrogate', '\uDFFF=a', '\uFFFD'],
    ['a name of 100 kB', `${'%'.repeat(100_000)}=a`, '%'.repeat(100)],
  ])('%s is refused, naming the parameter', (_title, raw, parameter) => {
    expect(() => parseQuery(raw)).toThrow(
      expect.objectContaining({ kind: 'invalid', details: { source: { parameter } } }),
    );
  });
});

describe('S19 prototype pollution and array floods in query parsing', () => {
  it.each([
    'fields[__proto__]=polluted',
    'fields%5B__proto__%5D%5Bpolluted%5D=1',
    '__proto__[polluted]=1',
    '__proto__=1',
    'filter[constructor][prototype]=1',
    'constructor.prototype.polluted=1',
  ])('%s is an ordinary name', (raw) => {
    const before = Reflect.ownKeys(Object.prototype);
    const entries = [...parseQuery(raw).entries()];
    expect(entries).toHaveLength(1);
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
  });

  it('fields[__proto__] is an ordinary member', () => {
    expect(parseQuery('fields[__proto__]=title').family('fields')).toEqual([['__proto__', 'title']]);
  });

  it('50,000 parameters are as many names, and one if repeated', () => {
    const numbered = Array.from({ length: 50_000 }, (_, index) => `a[${index}]=${index}`).join('&');
    expect(parseQuery(numbered).family('a')).toHaveLength(50_000);
    expect([...parseQuery('a[]=1&'.repeat(50_000)).entries()]).toEqual([['a[]', '1']]);
  });
});

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
