import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENT as FORUM_ENVIRONMENT } from '../../services/forum-service/src/config.ts';
import { ENVIRONMENT as KB_ENVIRONMENT } from '../../services/kb-service/src/config.ts';
import { ROOT } from '../local/settings.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const unit = (name: string): string => read(`infra/systemd/${name}`);

/** The files that docs/operations.md has operators write, with systemd and with Compose. */
function settings(name: string): Record<string, string | undefined>[] {
  const written = read('docs/operations.md').matchAll(
    new RegExp(`/?${name}\\.env <<END\\n(.*?)\\nEND`, 'gs'),
  );
  return Array.from(written, ([, text = '']) => parseEnv(text));
}

describe('infra/systemd', () => {
  it('has two units that differ in names and in the folder of files', () => {
    const ofFiles = /^StateDirectory.*\n(\n(?=#))?|^# It writes .*\n/gm;
    const renamed = unit('kb-service.service')
      .replaceAll('kb-service', 'forum-service')
      .replaceAll('kb.env', 'forum.env')
      .replaceAll('guidepost/kb', 'guidepost/forum')
      .replace('knowledge base', 'forum');
    expect(unit('forum-service.service').replace(ofFiles, '')).toBe(renamed.replace(ofFiles, ''));
  });

  it.each(['kb-service', 'forum-service'])('starts %s confined, with time to finish its requests', (name) => {
    const text = unit(`${name}.service`);
    const source = `services/${name}/src/main.ts`;
    expect(text).toContain(`/opt/guidepost/${source.replace('src', 'dist').replace('.ts', '.js')}\n`);
    expect(existsSync(join(ROOT, source))).toBe(true);
    expect(text).toMatch(/^CapabilityBoundingSet=$/m);
    expect(text).toMatch(/^NoNewPrivileges=yes$/m);
    expect(text).toMatch(/^ProtectSystem=strict$/m);
    expect(text).toMatch(/^User=guidepost$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(20);
  });
});

describe.each([
  ['kb', KB_ENVIRONMENT, 'KB_DATABASE_URL'],
  ['forum', FORUM_ENVIRONMENT, 'FORUM_DATABASE_URL'],
])('docs/operations.md', (name, { variables, required = [] }, databaseUrl) => {
  it(`sets variables that ${name} knows, and all that it requires`, () => {
    const [withSystemd, withCompose] = settings(name);
    for (const given of [withSystemd, withCompose])
      expect(Object.keys(given ?? { nothing: '' }).filter((variable) => !(variable in variables))).toEqual(
        [],
      );
    expect(Object.keys(withSystemd ?? {})).toEqual(expect.arrayContaining([...required, databaseUrl]));
  });
});
