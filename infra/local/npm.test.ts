import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** The real npx and its options, with a command that needs no network. */
const NPX = `#!/bin/sh
options=
while [ "$1" != "\${1#-}" ]; do options="$options $1"; shift; done
PATH=$REST exec npx $options -c 'echo installed'
`;

let checkout: string;

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'guidepost-checkout-'));
  for (const folder of ['infra/local', 'packages', 'services', 'node_modules', 'bin'])
    mkdirSync(join(checkout, folder), { recursive: true });
  for (const file of ['npm.mjs', 'command.sh'])
    copyFileSync(new URL(file, import.meta.url), join(checkout, 'infra/local', file));
  writeFileSync(join(checkout, 'bin/npx'), NPX, { mode: 0o755 });
});
afterAll(() => rmSync(checkout, { recursive: true }));

describe('the first npm start of a checkout', () => {
  it.each([
    [
      'pnpm',
      { npm_config_verify_deps_before_run: 'false', npm_config__jsr_registry: 'https://registry.example' },
    ],
    ['npm', { npm_config_nodedir: '/usr' }],
  ])('installs without warnings about configuration that %s passes on', (_who, environment) => {
    const { PATH = '' } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, ['infra/local/npm.mjs', 'start'], {
      cwd: checkout,
      encoding: 'utf8',
      env: { PATH: `${join(checkout, 'bin')}:${PATH}`, REST: PATH, HOME: checkout, ...environment },
    });
    expect(stdout).toBe('installed\n');
    expect(stderr).not.toMatch(/warn/i);
  });
});

it('a command before the first start says what to do', () => {
  const { status, stderr } = spawnSync('sh', ['infra/local/command.sh', 'kb'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^Nothing is installed yet\. Run `npm start` first/);
  expect(status).toBe(1);
});
