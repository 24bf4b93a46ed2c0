import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDemoContent } from '../local/demo-content.ts';
import { loadDemoForums } from '../local/demo-forums.ts';
import { ROOT } from '../local/settings.ts';
import { type DemoService, startDemoService } from './demo-service.ts';
import { canRun, type Example, findExamples, outputPattern, runExample } from './examples.ts';

const KNOWLEDGE_BASES = 'http://127.0.0.1:4010';
const FORUMS = 'http://127.0.0.1:4020';

const CLIENTS = await runnableExamples('docs/clients.md');
const CONFIGURATION = (await runnableExamples('docs/configuration.md')).filter(
  ({ language }) => language === 'dotenv',
);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-examples-'));
  // Dependencies of the examples, as after `npm install`.
  await symlink(join(ROOT, 'services/kb-service/node_modules'), join(folder, 'node_modules'));
  await copyFile(
    join(ROOT, 'services/kb-service/demo/hjalp.example.com/bilder/norrhjul.png'),
    join(folder, 'picture.png'),
  );
  await writeFile(join(folder, 'manual.pdf'), '%PDF-1.7');
});

afterAll(() => rm(folder, { recursive: true }));

/** A page's examples that this machine can run; reports the others. */
async function runnableExamples(page: string): Promise<Example[]> {
  const examples = findExamples(await readFile(join(ROOT, page), 'utf8'));
  const languages = [...new Set(examples.map(({ language }) => language))];
  const present = await Promise.all(languages.map(canRun));
  const absent = languages.filter((_, index) => !present[index]);
  for (const language of absent) process.stderr.write(`${page}: nothing here runs its ${language}.\n`);
  return examples.filter(({ language }) => !absent.includes(language));
}

describe('the examples of docs/clients.md run, and print what it says', () => {
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

  it.each(CLIENTS)('line $line: $language', async ({ output = '…', ...example }) => {
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
