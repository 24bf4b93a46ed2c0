import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { roomyFolder, until } from '@guidepost/local-servers/testing';
import type { ProgramProcess } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useImportFixture } from '../testing/import-fixture.ts';
import { startKb } from '../testing/processes.ts';

describe('without KB_DATABASE_URL', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(await roomyFolder(), 'guidepost-kb-'));
    await chmod(folder, 0o711);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('a command uses the embedded database in DATA_DIR and leaves nothing running', async () => {
    const environment = { DATA_DIR: folder };
    const created = await startKb(
      ['create', 'help.example.com', '--name', 'Help', '--organization', 'Example Ltd'],
      environment,
    ).ended;
    expect(created).toEqual({ code: 0, stdout: 'Created help.example.com (access: public).\n', stderr: '' });
    expect((await startKb(['list'], environment).ended).stdout).toContain('help.example.com');
  }, 120_000);
});

describe('an import that is cut short changes nothing', () => {
  const HOST = 'help.example.com';
  const OTHERS = 'datname = current_database() and application_name like $1';
  const KB = 'guidepost kb %';

  const fixture = useImportFixture();
  let path: string;

  function guide(slug: string, content = 'new') {
    return { slug, title: slug, content_html: `<p>${content}</p>`, categories: [], tags: [] };
  }

  beforeAll(async () => {
    await fixture.create(HOST);
    await fixture.importJson(HOST, { guides: [guide('locked', 'old')] });
    path = join(fixture.folder, 'guides.json');
    // More than one batch, so that guides are written before the import reaches the lock.
    const guides = [...Array.from({ length: 120 }, (_, index) => guide(`g-${index}`)), guide('locked')];
    await writeFile(path, JSON.stringify({ categories: [], tags: [], guides }));
  });

  /** Runs `meanwhile` while an import waits for a row that the test has locked. */
  async function whileImportWaits(meanwhile: (kb: ProgramProcess) => Promise<void>): Promise<void> {
    await fixture.database.tx(async (transaction) => {
      await transaction.one("select id from guides where slug = 'locked' for update");
      const kb = startKb(['import', HOST, path], { KB_DATABASE_URL: fixture.url });
      await untilRow(
        'the import waits',
        `select from pg_stat_activity where ${OTHERS} and wait_event_type = 'Lock'`,
      );
      await meanwhile(kb);
    });
  }

  const untilRow = (what: string, query: string) =>
    until(what, async () => (await fixture.database.any(query, [KB])).length > 0);

  /** Expects a rollback on the server while the lock is still held. */
  async function expectNothingChanged(): Promise<void> {
    await untilRow(
      'the import is gone',
      `select where not exists (select from pg_stat_activity where ${OTHERS})`,
    );
    const rows = await fixture.database.any('select slug, content_html from guides');
    expect(rows).toEqual([{ slug: 'locked', content_html: '<p>old</p>' }]);
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s', async (signal) => {
    await whileImportWaits(async ({ child, ended }) => {
      child.kill(signal);
      expect(await ended).toEqual({ code: 1, stdout: '', stderr: 'Interrupted: nothing was changed.\n' });
      await expectNothingChanged();
    });
  });

  it('by a lost connection', async () => {
    await whileImportWaits(async ({ ended }) => {
      await fixture.database.any(`select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS}`, [
        KB,
      ]);
      expect(await ended).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The database cannot be reached at the moment. Nothing was changed.\n',
      });
      await expectNothingChanged();
    });
  });

  it('by a full disk', async () => {
    await fixture.database.none(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger fail before update on guides for each row execute function fail()`);
    const { ended } = startKb(['import', HOST, path], { KB_DATABASE_URL: fixture.url });
    expect(await ended).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The disk of the database is full. Nothing was changed.\n',
    });
    await expectNothingChanged();
  });
});
