import { describe, expect, it } from '@jest/globals';
import { hostsOf, isHostOfService, parseDomainName, parseHost, refuseServiceHost } from './host-name.ts';

describe('a host name', () => {
  it.each([
    ['Support.Example.com', 'support.example.com'],
    [' support.example.com ', 'support.example.com'],
    ['support.example.com:443', 'support.example.com'],
    ['support.example.com.:80', 'support.example.com'],
    ['support.example.com:8443', 'support.example.com:8443'],
    ['xn--hjlp-loa.example.com', 'xn--hjlp-loa.example.com'],
    ['help.localhost', 'help.localhost'],
  ])('%s is %s', (text, host) => {
    expect([parseHost(text), parseDomainName(text)]).toEqual([host, host]);
  });

  it.each(['localhost', 'intranet:8080', '10.0.0.1', '10.0.0.1:8080'])('%s is none of a tenant', (host) => {
    expect([parseHost(host), parseDomainName(host)]).toEqual([host, undefined]);
  });

  it.each([
    '',
    '.',
    'a..b',
    '-a.example.com',
    'a-.example.com',
    'a_b.example.com',
    'example.com:99999',
    'example.com:',
    '[::1]',
    'https://example.com',
    'example.com/a',
    '300.0.0.1',
    `${'a.'.repeat(127)}aa`,
  ])('%j is none', (text) => {
    expect([parseHost(text), parseDomainName(text), hostsOf(text)]).toEqual([undefined, undefined, []]);
  });

  it('is looked for with its port and without', () => {
    expect(hostsOf('Help.example.com:8443')).toEqual(['help.example.com:8443', 'help.example.com']);
    expect(hostsOf('help.example.com:443')).toEqual(['help.example.com']);
  });

  it.each(['https://desk.example.com', 'https://desk.example.com:8443'])('cannot be that of %s', (url) => {
    const urls = ['http://localhost:4010', url];
    expect(() => refuseServiceHost('desk.example.com', urls)).toThrow('the service itself');
    refuseServiceHost('help.example.com', urls);
  });

  it.each([
    ['desk.example.com', true],
    ['Desk.example.com:443', true],
    ['desk.example.com:8443', true],
    ['localhost:4010', true],
    ['127.0.0.1', true],
    ['[::1]:4010', true],
    ['evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['1.2.3', false],
    ['', false],
  ])('S44 %s leads to the service itself: %s', (header, expected) => {
    expect(isHostOfService(header, ['http://10.0.0.1', 'https://desk.example.com'])).toBe(expected);
  });
});
