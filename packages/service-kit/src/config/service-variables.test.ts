import { describe, expect, it } from '@jest/globals';
import { readAddressesByTenant, readKeysByTenant } from './service-variables.ts';

const addresses = (text?: string) => Object.fromEntries(readAddressesByTenant('FORUM_URL', text));
const keys = (text?: string) => Object.fromEntries(readKeysByTenant('KB_API_KEY', text));

describe('values by tenant', () => {
  it.each([
    [undefined, {}],
    ['', {}],
    ['https://forum.example.com', { '': 'https://forum.example.com' }],
    ['https://forum.example.com/', { '': 'https://forum.example.com' }],
    ['http://127.0.0.1:4020/forum/a=b', { '': 'http://127.0.0.1:4020/forum/a=b' }],
    [
      'http://a.example, Help.Example.com:8080=http://b.example/forum/b,',
      { '': 'http://a.example', 'help.example.com:8080': 'http://b.example/forum/b' },
    ],
    ['demo=http://a.example', { demo: 'http://a.example' }],
  ])('are addresses: %j', (text, expected) => {
    expect(addresses(text)).toEqual(expected);
  });

  it.each([
    'forum.example.com',
    'ftp://forum.example.com',
    'http://[',
    'http://forum.example.com?x',
    'http://anna:hunter2@forum.example.com',
    'demo=',
    'demo=forum',
    'http://a.example,http://b.example',
    'demo=http://a.example,DEMO=http://b.example',
  ])('are not: %j', (text) => {
    expect(() => addresses(text)).toThrow(/^FORUM_URL must be an http or https address, or several as name=/);
  });

  it('are keys', () => {
    expect(keys('gp_a-_1, demo=gp_b')).toEqual({ '': 'gp_a-_1', demo: 'gp_b' });
  });

  it.each(['hunter2\n1', 'demo=hunter 2', 'hunter2,hunter2'])('are no keys, and are not told: %j', (text) => {
    expect(() => keys(text)).toThrow(
      /^KB_API_KEY must be a key, or several as name=key, separated by commas$/,
    );
  });
});
