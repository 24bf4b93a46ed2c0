import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { renderText } from './render-text.ts';

const ADDRESSES = [
  'http://127.0.0.1:1/x',
  'http://localhost/x.png',
  'http://[::1]/x.png',
  'http://[::ffff:169.254.169.254]/x.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://0x7f.1/x.png',
  'http://0177.0.0.1/x.png',
  'http://2130706433/x.png',
  'http://127.1/x.png',
  'http://0/x.png',
  'http://internal/x.png',
  'http://internal:9420/metrics',
  'https://evil.example/x.png',
  'https://evil.example/x.mp4',
  'https://evil.example/x.mp3',
  'https://evil.example/x.pdf',
  'https://evil.example/oembed?url=https://evil.example/x',
  'https://www.youtube.com/watch?v=x',
  'https://youtu.be/x',
  'https://evil.example\\@internal/x.png',
  'https://a:b@internal/x.png',
  'https://ⓔⓥⓘⓛ.example/x.png',
  'https://xn--e1afmkfd.example/x.png',
  '//evil.example/x.png',
  'ftp://evil.example/x',
  'file://evil.example/etc/passwd',
  'gopher://evil.example/x',
  'dict://evil.example:11211/',
  'data:image/svg+xml,<svg onload="fetch(0)">',
  'ldap://evil.example/x',
];

describe('S6 rendering a text', () => {
  let connections: unknown[];
  const note = (message: unknown) => void connections.push(message);

  beforeEach(() => {
    connections = [];
    subscribe('net.client.socket', note);
  });

  afterEach(() => void unsubscribe('net.client.socket', note));

  it.each(ADDRESSES)('opens no connection: %s', async (address) => {
    renderText(`${address} <${address}> ![x](${address}) <img src="${address}">`);
    await setImmediate();
    expect(connections).toEqual([]);
  });

  it('would be detected', () => {
    connect({ port: 1, host: '127.0.0.1' })
      .on('error', () => {})
      .destroy();
    expect(connections).toHaveLength(1);
  });
});
