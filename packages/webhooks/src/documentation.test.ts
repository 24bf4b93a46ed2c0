import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSecret, signatureHeaders } from './signature.ts';

const PAGE = new URL('../../../docs/webhooks.md', import.meta.url);
const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));

const hasPython = await promisify(execFile)('python3', ['--version']).then(
  () => true,
  () => false,
);
if (!hasPython) process.stderr.write('docs/webhooks.md: nothing here runs its python.\n');

const RECEIVERS: [language: string, program: string, file: string][] = [
  ['js', process.execPath, 'receiver.mjs'],
  ...(hasPython ? [['python', 'python3', 'receiver.py'] satisfies [string, string, string]] : []),
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-receivers-'));
  await symlink(MODULES, join(folder, 'node_modules'));
});

afterAll(() => rm(folder, { recursive: true }));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

describe('the receivers of docs/webhooks.md', () => {
  it.each(RECEIVERS)('in %s take what is signed, and nothing else', async (language, program, name) => {
    const page = await readFile(PAGE, 'utf8');
    const [, code = ''] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(page) ?? [];
    await writeFile(join(folder, name), code);
    const [secret, port] = [createSecret(), await freePort()];
    const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
    const receiver = spawn(program, [name], { cwd: folder, env });
    let printed = '';
    receiver.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const payload = JSON.stringify({ type: 'dialog.created', data: { id: 7, title: 'Från Åsa' } });
    const test = JSON.stringify({ type: 'webhook.test', data: { webhook: 1 } });
    const send = (at: Date, secrets: string[], body = payload, signed = payload) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: signatureHeaders({ id: 'msg_1', at, payload: signed }, secrets),
        body,
      }).then(({ status }) => status);
    try {
      const now = new Date();
      const first = () => send(now, [createSecret(), secret]).catch(() => undefined);
      expect(await until('the receiver listens', first)).toBe(204);
      expect(await send(now, [createSecret()])).toBe(401);
      expect(await send(now, [secret], payload.replace('7', '8'))).toBe(401);
      expect(await send(new Date(now.getTime() - 600_000), [secret])).toBe(401);
      expect(await send(now, [secret], test, test)).toBe(204);
      await until('it prints what it takes', () => printed.includes('test\n'));
      expect(printed.trim().split(/\r?\n/)).toEqual(['msg_1 dialog.created', 'msg_1 webhook.test']);
    } finally {
      receiver.kill();
    }
  });
});
