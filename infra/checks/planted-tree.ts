import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../local/settings.ts';

const CONFIGURATION = [
  '.dependency-cruiser.folders.mjs',
  '.dependency-cruiser.mjs',
  '.oxlintrc.json',
  'knip.json',
  'tsconfig.base.json',
  'tsconfig.test.json',
];

export interface Verdict {
  code: number;
  output: string;
}

export interface PlantedTree {
  folder: string;
  run(program: string, ...programArguments: string[]): Promise<Verdict>;
  remove(): Promise<void>;
}

export async function plantTree(files: Record<string, string>): Promise<PlantedTree> {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-planted-'));
  for (const name of CONFIGURATION) await cp(join(ROOT, name), join(folder, name));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return {
    folder,
    run: (program, ...programArguments) => runIn(folder, program, programArguments),
    remove: () => rm(folder, { recursive: true }),
  };
}

export function runIn(folder: string, program: string, programArguments: string[]): Promise<Verdict> {
  const { promise, resolve } = Promise.withResolvers<Verdict>();
  const programs = join(ROOT, 'node_modules', '.bin');
  const options = {
    cwd: folder,
    env: { ...process.env, PATH: `${programs}:${process.env.PATH}` },
    maxBuffer: 2 ** 26,
  };
  execFile(program, programArguments, options, (error, stdout, stderr) => {
    resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
  });
  return promise;
}
