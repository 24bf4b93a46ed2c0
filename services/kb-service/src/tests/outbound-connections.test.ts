import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { portOf } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFiles } from '../testing/import-fixture.ts';
import { startKb, startKbService } from '../testing/processes.ts';
import { migrateDatabase } from '../testing/test-service.ts';

const HOST = 'help.example.com';

/** Reports every connection attempt of a process and refuses all except the database. */
const WATCH = `
  import { writeSync } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import net from 'node:net';
  import dns from 'node:dns';
  import dgram from 'node:dgram';
  const database = new URL(process.env.KB_DATABASE_URL);
  const ours = [database.hostname, database.searchParams.get('host'), 'localhost', '127.0.0.1'];
  const tell = (what) => writeSync(2, 'outbound: ' + what + '\\n');
  const connect = net.Socket.prototype.connect;
  net.Socket.prototype.connect = function (...values) {
    const [first, second] = values.flat();
    const { host = typeof second === 'string' ? second : 'localhost', path = typeof first === 'string' ? first : undefined, port = first } = Object(first);
    const isOurs = path ? ours.some((folder) => folder && path.startsWith(folder)) : ours.includes(host) && Number(port) === Number(database.port || 5432);
    if (!isOurs) { tell(path ?? host + ':' + port); throw new Error('outbound connection'); }
    return connect.apply(this, values);
  };
  for (const [owner, name] of [[dns, 'lookup'], [dns, 'resolve'], [dns.promises, 'lookup'], [dns.promises, 'resolve'], [dgram, 'createSocket']]) {
    const original = owner[name];
    owner[name] = (...values) => {
      if (!ours.includes(values[0])) { tell(name + ' ' + String(values[0])); throw new Error('outbound'); }
      return original.apply(owner, values);
    };
  }
  syncBuiltinESMExports();`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(WATCH)}`;

const ADDRESSES = [
  'http://127.0.0.1:1/x',
  'http://localhost/x',
  'http://[::1]/x',
  'http://169.254.169.254/latest/meta-data/',
  'http://0x7f.1/x',
  'http://2130706433/x',
  'http://internal/x',
  'https://evil.example/x.png',
  '//evil.example/x.png',
  'ftp://evil.example/x',
  'file://evil.example/etc/passwd',
  'gopher://evil.example/x',
  'https://www.youtube.com/embed/x',
  'data:image/svg+xml,<svg onload="fetch(0)">',
];

/** Addresses in HTML and Markdown. */
const FORMS: ((address: string) => string)[] = [
  (address) => `<img src="${address}">`,
  (address) => `<img srcset="${address} 2x" src="${address}">`,
  (address) => `<picture><source srcset="${address}"><img src="${address}"></picture>`,
  (address) => `<a href="${address}" ping="${address}">a</a>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<video src="${address}" poster="${address}"><track src="${address}"></video>`,
  (address) => `<audio src="${address}"></audio>`,
  (address) => `<object data="${address}"></object><embed src="${address}">`,
  (address) => `<script src="${address}"></script>`,
  (address) => `<link rel="stylesheet" href="${address}"><link rel="preload" href="${address}">`,
  (address) => `<style>@import "${address}"; p { background: url("${address}") }</style>`,
  (address) => `<p style="background: url('${address}')">a</p><table background="${address}"></table>`,
  (address) => `<form action="${address}"><input type="image" src="${address}"></form>`,
  (address) => `<svg><image href="${address}"/><use xlink:href="${address}"/></svg>`,
  (address) => `<meta http-equiv="refresh" content="0; url=${address}"><base href="${address}">`,
  (address) => `<blockquote cite="${address}">a</blockquote><q cite="${address}">a</q>`,
  (address) =>
    `<?xml-stylesheet href="${address}"?><!DOCTYPE a SYSTEM "${address}"><!ENTITY a SYSTEM "${address}">`,
];
const MARKDOWN: ((address: string) => string)[] = [
  (address) => `![a](${address})`,
  (address) => `[a](${address})`,
  (address) => `<${address}>`,
  (address) => `${address} `,
  (address) => `![a][b]\n\n[b]: ${address}`,
];

const contentOf = (forms: typeof FORMS) => forms.map((form) => ADDRESSES.map(form).join('\n\n')).join('\n\n');

/** Connection attempts in the output of a process. */
const outbound = (complaint: string) => complaint.split('\n').filter((line) => line.startsWith('outbound: '));

describe('S6 URLs in guides', () => {
  let database: TestDatabase;
  let folder: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    folder = await mkdtemp(join(tmpdir(), 'guidepost-outbound-'));
    environment = { KB_DATABASE_URL: database.url, NODE_OPTIONS };
    await startKb(['create', HOST, '--name', 'Help', '--organization', 'Example Ltd'], environment).ended;
  });

  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('cause no connection during an import', async () => {
    await writeFiles(folder, {
      'a.html': contentOf(FORMS),
      'b.md': contentOf([...FORMS, ...MARKDOWN]),
      ...Object.fromEntries(
        FORMS.map((form, index) => [`c${index}.html`, `<p>a</p>${ADDRESSES.map(form).join('')}`]),
      ),
    });
    const imported = await startKb(['import', HOST, folder], environment).ended;
    expect([imported.code, outbound(imported.stderr)]).toEqual([0, []]);
  });

  it('cause no connection by the service', async () => {
    const service = startKbService(environment);
    const port = await portOf(service);
    service.output.resume();
    for (const path of [
      'guides',
      'guides?q=evil',
      'guides/slug/a?include=tags',
      'guides/slug/b',
      'categories',
    ]) {
      const url = `http://127.0.0.1:${port}/knowledge/v1/${HOST}/${path}`;
      const answer = await fetch(url, { headers: { Accept: 'application/vnd.api+json' } });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    service.child.kill('SIGTERM');
    await service.exit;
    expect(outbound(await service.complaint)).toEqual([]);
  });

  it('would be detected', async () => {
    const elsewhere = {
      ...environment,
      NODE_OPTIONS: `${NODE_OPTIONS} --import=data:text/javascript,${encodeURIComponent("fetch('http://evil.example/').catch(() => {})")}`,
    };
    const listed = await startKb(['list'], elsewhere).ended;
    expect(outbound(listed.stderr).join()).toContain('evil.example');
  });
});
