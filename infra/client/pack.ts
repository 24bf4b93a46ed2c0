import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { ROOT } from '../local/settings.ts';

const execute = promisify(execFile);

const PACKAGE = join(ROOT, 'packages/client');

const TSC = join(ROOT, 'node_modules/.bin/tsc');

/** The output of `npm pack --json` for a package. */
interface Packed {
  filename: string;
  files: { path: string }[];
}

/** Builds and packs the client and unpacks it in `node_modules` of a project. @returns the names of its files */
export async function installClient(project: string): Promise<string[]> {
  const staged = await mkdtemp(join(tmpdir(), 'guidepost-pack-'));
  try {
    for (const name of ['package.json', 'README.md', 'LICENSE'])
      await cp(join(PACKAGE, name), join(staged, name));
    await execute(TSC, ['--project', PACKAGE, '--outDir', join(staged, 'dist')]);
    const { stdout } = await execute('npm', ['pack', '--json'], { cwd: staged });
    const [packed] = JSON.parse(stdout) as [Packed];
    const installed = join(project, 'node_modules/@guidepost/client');
    await mkdir(installed, { recursive: true });
    await extract({ file: join(staged, packed.filename), cwd: installed, strip: 1 });
    const dependency = 'node_modules/openapi-fetch';
    await symlink(await realpath(join(PACKAGE, dependency)), join(project, dependency));
    return packed.files.map(({ path }) => path).toSorted();
  } finally {
    await rm(staged, { recursive: true });
  }
}

/** Compiles files of a project as its users do. @returns what the compiler complains about */
export async function compile(project: string, files: readonly string[]): Promise<string> {
  const options =
    '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck false';
  const target = '--module nodenext --target es2022 --lib es2022,dom,dom.iterable,dom.asynciterable';
  const words = [...`${options} ${target} --ignoreConfig`.split(' '), ...files];
  return execute(TSC, words, { cwd: project }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
