import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../local/settings.ts';
import { notesOf, release, versionOf } from './changelog.ts';

const CHANGELOG = `# Changelog

## Unreleased

### Added
- Three.

## 1.1.0-rc.1 - 2026-11-21

## 1.0.0 - 2026-11-20

### Fixed
- One.

- Two.
`;

describe('the notes of a release', () => {
  it('are its section of the changelog', () => {
    expect(notesOf(CHANGELOG, '1.0.0')).toBe('### Fixed\n- One.\n\n- Two.\n');
  });

  it.each([
    ['1.0', /no section "## 1.0 - <date>"/],
    ['1.1.0', /no section/],
    ['1.1.0-rc.1', /says nothing about 1.1.0-rc.1/],
  ])('are missing for %s', (version, message) => {
    expect(() => notesOf(CHANGELOG, version)).toThrow(message);
  });

  it.each(['', 'v', '1.2', 'latest', '1.2.3 4', 'v1.2.3-'])('are not printed for the tag "%s"', (tag) => {
    expect(() => versionOf(tag)).toThrow('is no version');
  });
});

describe('a release', () => {
  it('takes what is unreleased', () => {
    const released = release(CHANGELOG, '1.1.0', '2026-11-30');
    expect(released).toContain(
      '## Unreleased\n\n## 1.1.0 - 2026-11-30\n\n### Added\n- Three.\n\n## 1.1.0-rc.1',
    );
    expect(() => release(released, '1.2.0', '2026-12-01')).toThrow('nothing that is unreleased');
    expect(() => release(CHANGELOG, '1.0.0', '2026-12-01')).toThrow('already');
  });

  it('is published from a tag only if all files have its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const run = (tag: string) =>
      promisify(execFile)(process.execPath, [join(ROOT, 'infra/release/run.ts'), 'notes', tag]);
    expect((await run(`v${version}`)).stdout).toMatch(/^### Added\n/);
    await expect(run('v99.0.0')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/package\.json has version \S+, not 99\.0\.0\.\n$/),
    });
  });

  it('has jobs that need only each other, and rights of their own', () => {
    const { permissions, jobs } = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'));
    expect(permissions).toEqual({ contents: 'read' });
    const rights = Object.entries<{ permissions?: object; needs?: string[] }>(jobs).map(([name, job]) => [
      name,
      job.needs ?? [],
      job.permissions ?? {},
    ]);
    expect(rights).toEqual([
      ['version', [], { contents: 'read', actions: 'read' }],
      ['images', ['version'], { contents: 'read', packages: 'write' }],
      ['tags', ['client'], { contents: 'read', packages: 'write' }],
      ['client', ['images'], { contents: 'read', 'id-token': 'write' }],
      ['release', ['tags'], { contents: 'write' }],
    ]);
  });
});
