import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const LIMIT = 30_000;

const SCRIPT = `
  const load = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}).href);
  const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
  const { mutatedFiles } = await import('@guidepost/file-types/testing');
  const { fileTypeOf } = await load('./file-type.ts');
  const { SAMPLES } = await load('../testing/sample-files.ts');
  const folder = mkdtempSync((await import('node:os')).tmpdir() + '/guidepost-mutated-');
  try {
    for (const bytes of mutatedFiles(SAMPLES.map((sample) => sample[2]), 1_000)) {
      writeFileSync(folder + '/file', bytes);
      await fileTypeOf(folder + '/file');
    }
    console.log('done');
  } finally {
    rmSync(folder, { recursive: true });
  }
`;

it(
  'S8 1,000 mutated heads finish in time',
  async () => {
    const options = ['--conditions=source', '--input-type=module', '--eval', SCRIPT];
    const cwd = import.meta.dirname;
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd, timeout: LIMIT });
    expect(stdout).toBe('done\n');
  },
  2 * LIMIT,
);
