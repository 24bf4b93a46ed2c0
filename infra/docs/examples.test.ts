import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { compile, installClient } from '../client/pack.ts';
import { loadDemoContent } from '../local/demo-content.ts';
import { loadDemoForums } from '../local/demo-forums.ts';
import { ROOT } from '../local/settings.ts';
import { type DemoService, startDemoService } from './demo-service.ts';
import { canRun, type Example, findExamples, outputPattern, runExample } from './examples.ts';

const KNOWLEDGE_BASES = 'http://127.0.0.1:4010';
const FORUMS = 'http://127.0.0.1:4020';

const CLIENTS = await runnableExamples('docs/clients.md');
const CLIENT = await runnableExamples('packages/client/README.md');
const CONFIGURATION = (await runnableExamples('docs/configuration.md')).filter(
  ({ language }) => language === 'dotenv',
);

let folder: string;
let packed: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-examples-'));
  // Dependencies of the examples, as after `npm install`.
  await mkdir(join(folder, 'node_modules'));
  const kitsu = 'node_modules/kitsu';
  await symlink(await realpath(join(ROOT, 'services/kb-service', kitsu)), join(folder, kitsu));
  packed = await installClient(folder);
  await copyFile(
    join(ROOT, 'services/kb-service/demo/hjalp.example.com/bilder/norrhjul.png'),
    join(folder, 'picture.png'),
  );
  await writeFile(join(folder, 'manual.pdf'), '%PDF-1.7');
});

afterAll(() => rm(folder, { recursive: true }));

/** A page's examples that this machine can run; reports the others. */
async function runnableExamples(page: string): Promise<(Example & { page: string })[]> {
  const examples = findExamples(await readFile(join(ROOT, page), 'utf8')).map((example) => ({
    ...example,
    page,
  }));
  const languages = [...new Set(examples.map(({ language }) => language))];
  const present = await Promise.all(languages.map(canRun));
  const absent = languages.filter((_, index) => !present[index]);
  for (const language of absent) process.stderr.write(`${page}: nothing here runs its ${language}.\n`);
  return examples.filter(({ language }) => !absent.includes(language));
}

describe('the package of the client', () => {
  it('has what its users need, and nothing else', async () => {
    const unexpected = packed.filter(
      (path) => !/^(dist\/.+[.](js|d[.]ts)|LICENSE|README[.]md|package[.]json)$/.test(path),
    );
    expect(unexpected).toEqual([]);
    expect(packed).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.d.ts', 'dist/index.js']),
    );
    const installed = join(folder, 'node_modules/@guidepost/client');
    const read = (path: string) => readFile(path, 'utf8');
    expect(await read(join(installed, 'LICENSE'))).toBe(await read(join(ROOT, 'LICENSE')));
    const { version, dependencies } = JSON.parse(await read(join(installed, 'package.json')));
    expect(version).toBe(JSON.parse(await read(join(ROOT, 'package.json'))).version);
    expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
  });

  it.each([[], ['--conditions=source']])('is imported by Node.js %s', async (...flags) => {
    const script = `import('@guidepost/client').then(({ GuidepostError }) => console.log(GuidepostError.name))`;
    const words = [...flags, '--input-type=module', '--eval', script];
    expect((await promisify(execFile)(process.execPath, words, { cwd: folder })).stdout).toBe(
      'GuidepostError\n',
    );
  });

  it('has less than 8 kB in a browser, compressed', async () => {
    const stdin = { contents: `export * from '@guidepost/client'`, resolveDir: folder };
    const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', write: false });
    expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(8_000);
  });

  it('has types that its examples agree with', async () => {
    const examples = [...CLIENT, ...CLIENTS].filter(({ language }) => language === 'ts');
    const names = examples.map((_, index) => `typed-${index}.mts`);
    for (const [index, { code }] of examples.entries())
      await writeFile(join(folder, names[index] ?? ''), code);
    await writeFile(
      join(folder, 'wrong.mts'),
      `${examples[0]?.code}\nfor await (const { tags } of kb.guides()) tags;`,
    );
    expect(await compile(folder, names)).toBe('');
    expect(await compile(folder, ['wrong.mts'])).toMatch(
      /^wrong.mts\(\d+,\d+\): error TS2339: Property 'tags'/,
    );
  });
});

describe('the examples of docs/clients.md and of the client run, and print what they say', () => {
  const databases: TestDatabase[] = [];
  let knowledgeBases: DemoService;
  let forums: DemoService;

  beforeAll(async () => {
    const stop = new AbortController().signal;
    const filled = async (template: string, load: typeof loadDemoContent) => {
      const database = await createTestDatabase({ template, prepare: (url) => load(url, stop) });
      databases.push(database);
      return { databaseUrl: database.url, folder };
    };
    knowledgeBases = await startDemoService('kb', await filled('demo', loadDemoContent));
    forums = await startDemoService('forum', await filled('demo-forums', loadDemoForums));
  }, 90_000);

  afterAll(async () => {
    for (const service of [knowledgeBases, forums]) await service.stop();
    for (const database of databases) await database.drop();
  });

  it.each([...CLIENTS, ...CLIENT])('$page, line $line: $language', async ({ output = '…', ...example }) => {
    const code = example.code
      .replaceAll(KNOWLEDGE_BASES, knowledgeBases.origin)
      .replaceAll(FORUMS, forums.origin);
    const keys = {
      KB_KEY: knowledgeBases.accessKey,
      KB_WRITE_KEY: String(knowledgeBases.writeKey),
      FORUM_KEY: forums.accessKey,
    };
    const printed = await runExample({ ...example, code }, folder, keys);
    expect(printed).toMatch(outputPattern(output));
  });
});

describe('the environments of docs/configuration.md are valid, and --check-config prints what it says', () => {
  it.each(CONFIGURATION)('line $line', async ({ output = '…', ...example }) => {
    expect(await runExample(example, folder)).toMatch(outputPattern(output));
  });
});
