import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareFileDirectory } from '@guidepost/files';
import { createTestDatabase, type TestDatabase, until } from '@guidepost/local-servers/testing';
import { type ListeningApp, listenWith } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createListener } from '../../services/forum-service/src/app.ts';
import { readConfig } from '../../services/forum-service/src/config.ts';
import { type Context, createContext } from '../../services/forum-service/src/context.ts';
import { type Commands, commandsOn } from '../../services/forum-service/src/testing/command-fixture.ts';
import { loadDemoForums } from '../local/demo-forums.ts';
import { ROOT } from '../local/settings.ts';
import {
  type Example,
  findExamples,
  outputPattern,
  runExample,
  shellCommands,
  shellWords,
} from './examples.ts';

/** The address used in the page, and its command prefix. */
const FORUMS = 'http://127.0.0.1:4020';
const COMMAND = 'forum ';

/** Removes what varies: times, the user name, and column widths. */
function unchanging(text: string): string {
  return text
    .replaceAll(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/g, 'then')
    .replaceAll(/ {2,}/g, '  ')
    .replaceAll(/^(then {2})\S+( {2}cli )/gm, '$1somebody$2');
}

describe('docs/moderation.md', () => {
  let database: TestDatabase;
  let context: Context;
  let forums: ListeningApp;
  let commands: Commands;
  let folder: string;
  let key: string;

  beforeAll(async () => {
    const { signal } = new AbortController();
    database = await createTestDatabase({
      template: 'demo-forums',
      prepare: (url) => loadDemoForums(url, signal),
    });
    folder = await mkdtemp(join(tmpdir(), 'guidepost-moderation-'));
    await prepareFileDirectory(folder, 'FORUM_FILES_DIRECTORY');
    const environment = {
      FORUM_DATABASE_URL: database.url,
      FORUM_FILES_DIRECTORY: folder,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    };
    context = createContext(readConfig(environment));
    forums = await listenWith(createListener(context));
    commands = commandsOn(database.url);
    ({ key } = (await commands.answerOf('key', 'create', 'Norrhjul', 'examples')) as { key: string });
  }, 90_000);

  afterAll(async () => {
    commands.release();
    await forums.close();
    await context.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** Waits until the service has learned of a command's changes. */
  async function settled(): Promise<void> {
    const { id, revision } = await context.database.one(
      "select id, revision from forums where slug = 'demo'",
    );
    await until(`the service knows revision ${revision}`, () => context.revisions.isCurrent(id, revision));
  }

  async function run(example: Example): Promise<string> {
    if (!example.code.startsWith(COMMAND)) {
      const code = example.code.replaceAll(FORUMS, forums.origin);
      return runExample({ ...example, code }, folder, { FORUM_KEY: key });
    }
    let printed = '';
    for (const command of shellCommands(example.code)) {
      const [, ...words] = shellWords(command);
      const { code, stdout, stderr } = await commands.forum(...words);
      printed += code === 0 ? stdout : `${command} ended with ${code}: ${stderr}`;
      await settled();
    }
    return printed;
  }

  it('works from the first line to the last', async () => {
    const examples = findExamples(await readFile(join(ROOT, 'docs/moderation.md'), 'utf8'));
    expect(examples.length).toBeGreaterThan(10);
    for (const { output = '…', ...example } of examples) {
      const printed = await run(example);
      expect({ line: example.line, printed: unchanging(printed) }).toEqual({
        line: example.line,
        printed: expect.stringMatching(outputPattern(unchanging(output))),
      });
    }
  });
});
