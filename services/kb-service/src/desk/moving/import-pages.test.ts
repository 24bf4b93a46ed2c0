import { Buffer } from 'node:buffer';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { png } from '@guidepost/files/testing';
import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { createImportRunner } from '../../archive/jobs/run-imports.ts';
import { setLanguages } from '../../tenants/languages.ts';
import { OPERATOR } from '../../testing/content.ts';
import { type DeskClient, signInAs } from '../../testing/desk-client.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { writeZip } from '../../testing/write-zip.ts';

const HOST = 'help.example.com';
const OTHER = 'second.example.com';
const IMPORT = `/desk/kb/${HOST}/structure/import`;

let room: string;
let service: TestService;
let owner: DeskClient;
let editor: DeskClient;
let author: DeskClient;
let stranger: DeskClient;

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'guidepost-uploads-'));
  service = await startTestService([{ host: HOST }, { host: OTHER }], {
    KB_IMPORT_SIZE: '1',
    KB_IMPORT_FOLDER: room,
  });
  owner = await signInAs(service, { host: HOST, role: 'owner', name: 'Eva' });
  editor = await signInAs(service, { host: HOST, role: 'editor', name: 'Bo' });
  author = await signInAs(service, { host: HOST, role: 'author' });
  stranger = await signInAs(service, { host: OTHER, role: 'owner' });
});

afterAll(async () => {
  await service.stop();
  await rm(room, { recursive: true });
});

beforeEach(async () => {
  await service.database.none('delete from import_jobs');
  await look();
  await until('no files are left', async () => (await folders()).length === 0);
});

const MANUAL = writeZip([
  { name: 'manual/install.md', content: '# Install\n\n[more](more.md) ![x](x.png)' },
  { name: 'manual/secret.md', content: '---\ndraft: true\n---\n# Secret\n\nx' },
  { name: 'manual/../evil.md', content: '# Evil' },
]);

const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';

/** For supertest, which reads texts only. */
function binary(answer: supertest.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('end', () => done(null, Buffer.concat(chunks)));
}

function upload(person: DeskClient, file: Buffer, { name = 'manual.zip', token = person.token } = {}) {
  return service.request
    .post(IMPORT)
    .set({ Cookie: person.cookie, 'Sec-Fetch-Site': 'same-origin' })
    .field('token', token)
    .attach('file', file, name);
}

/** Uploads something, and waits until the job has a state. @returns the address of the job */
async function uploadUntil(state: string, file = MANUAL, options = {}): Promise<string> {
  const { headers } = await upload(owner, file, options).expect(303);
  const job = String(headers.location);
  await untilState(job, state);
  return job;
}

async function untilState(job: string, state: string): Promise<void> {
  await until(
    `the import is ${state}`,
    async () => (await owner.get(`${job}/progress`)).body.state === state,
  );
}

async function decide(person: DeskClient, job: string, action: string): Promise<void> {
  await person.post(job, { action }).expect(303);
}

/** The heartbeat of each instance. */
const look = () => Promise.all(service.contexts.map(({ imports }) => imports.look()));

/** The folders of uploads. */
const folders = () => readdir(room);

const guides = () => service.database.any('select slug, published from guides order by slug');

describe('an import at the desk', () => {
  it('shows what it would make, changes nothing until someone decides, and then reports what it made', async () => {
    const before = await guides();
    const job = await uploadUntil('checked');
    const { text } = await editor.get(job).expect(200);
    expect(text).toContain('Nothing has been changed yet. An import would make:');
    expect(text).toMatch(/Guides<\/td><td[^>]*>2<\/td>/);
    expect(text).toContain('manual/../evil.md: has a path that leads elsewhere');
    expect(text).toContain('secret.md: draft: true');
    expect(text).not.toContain('Reasons are in English');
    const { text: swedish } = await editor.get(job).set('Accept-Language', 'sv').expect(200);
    expect(swedish).toContain('Skälen står på engelska');
    expect(await guides()).toEqual(before);
    await decide(editor, job, 'import');
    await untilState(job, 'imported');
    expect(await guides()).toEqual([
      ...before,
      { slug: 'install', published: true },
      { slug: 'secret', published: false },
    ]);
    const done = await owner.get(job).expect(200);
    expect(done.text).toContain('What the import made:');
    expect((await owner.get(IMPORT)).text).toMatch(/manual\.zip<\/a><\/td>\s*<td[^>]*>Imported<.*?Bo</s);
    expect((await owner.get(`/desk/kb/${HOST}/audit`)).text).toMatch(/Bo<\/td>\s*<td[^>]*>[^<]*[Ii]mport/);
    await until('its files are gone', async () => (await folders()).length === 0);
  });

  it('names broken links and missing pictures, each with a link to the editor of its guide', async () => {
    const job = await uploadUntil('checked', MANUAL);
    const { text } = await owner.get(`${job}/links`).expect(200);
    const { id } = await service.database.one("select id from guides where slug = 'install'");
    const address = `/desk/kb/${HOST}/guides/${id}`;
    expect(text.match(new RegExp(`href="${address}"`, 'g'))).toHaveLength(2);
    expect(text).toContain('Link: <span lang="en">more.md');
    expect(text).toContain('Picture or file: <span lang="en">x.png: there is no such file');
    await decide(owner, job, 'discard');
    await untilState(job, 'discarded');
  });

  it('counts translations, where there are any', async () => {
    const languages = (tags: string[]) =>
      setLanguages(service.database, OPERATOR, { host: HOST, languages: tags });
    await languages(['en', 'de']);
    const files = ['manual/sound.md', 'manual/sound.de.md'].map((name) => ({
      name,
      content: '# Sound\n\nx',
    }));
    const job = await uploadUntil('checked', writeZip(files));
    expect((await owner.get(job)).text).toMatch(/Translations<\/td><td[^>]*>1<\/td>/);
    await decide(owner, job, 'discard');
    await languages(['en']);
  });

  it('has the report of the command line, as JSON', async () => {
    const job = await uploadUntil('checked');
    const { body, headers } = await owner.get(`${job}/report`).expect(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="import-\d+\.json"$/);
    expect(body).toMatchObject({ host: HOST, dry_run: true, broken_links: ['install.md: more.md'] });
    expect(body.left_out).toEqual([expect.objectContaining({ place: 'manual/../evil.md' })]);
    await decide(owner, job, 'discard');
    await until('its files are gone', async () => (await folders()).length === 0);
  });

  it.each([
    ['guides.json', JSON.stringify({ guides: [{ slug: 'json', title: 'JSON', content_html: '<p>x</p>' }] })],
    ['page.html', '<h1>Page</h1><p>x</p>'],
    ['page.md', '# Page\n\nx'],
  ])('reads one file: %s', async (name, content) => {
    const job = await uploadUntil('checked', Buffer.from(content), { name });
    expect((await owner.get(job)).text).toMatch(/Guides<\/td><td[^>]*>1<\/td>/);
    await decide(owner, job, 'discard');
    await untilState(job, 'discarded');
  });

  it.each([
    ['guides.json', '{', 'guides.json'],
    ['manual.zip', 'PK', 'The file is no complete ZIP archive'],
  ])('fails with the reason: %s', async (name, content, problem) => {
    const job = await uploadUntil('failed', Buffer.from(content), { name });
    expect((await owner.get(job)).text).toContain(problem);
    await until('its files are gone', async () => (await folders()).length === 0);
  });
});

describe('two imports at once', () => {
  it('are refused, and the second upload is deleted', async () => {
    const job = await uploadUntil('checked');
    const { status, text } = await upload(editor, MANUAL);
    expect([status, text]).toEqual([409, expect.stringContaining('Another import has not been finished.')]);
    expect(await folders()).toHaveLength(1);
    await decide(owner, job, 'discard');
    await untilState(job, 'discarded');
  });

  it('are one if two people press the button, or one presses it twice', async () => {
    const page = Buffer.from('# Pressed twice\n\nx');
    const job = await uploadUntil('checked', page, { name: 'twice.md' });
    const people = [owner, owner, editor];
    await Promise.all(people.map((person) => decide(person, job, 'import')));
    await untilState(job, 'imported');
    await decide(owner, job, 'import');
    await look();
    expect((await owner.get(`${job}/progress`)).body.state).toBe('imported');
    const entries = await service.database.any(
      `select a.id from audit_entries a join import_jobs j on j.created_at < a.done_at where a.action = 'import'`,
    );
    expect(entries).toHaveLength(1);
  });
});

describe('an import that is stopped', () => {
  /** Keeps others from changing the knowledge base while `work` runs. */
  async function whileBusy(work: () => Promise<void>): Promise<void> {
    await service.database.tx(async (transaction) => {
      await transaction.one('select id from knowledge_bases where host = $1 for no key update', [HOST]);
      await work();
    });
  }

  async function stop(job: string): Promise<void> {
    await decide(editor, job, 'stop');
    expect((await owner.get(job)).text).toContain('Being stopped');
    await look();
  }

  it('changes nothing while it is checked', async () => {
    const before = await guides();
    let job = '';
    await whileBusy(async () => {
      job = String((await upload(owner, MANUAL).expect(303)).headers.location);
      await stop(job);
    });
    await untilState(job, 'stopped');
    expect(await guides()).toEqual(before);
    await until('its files are gone', async () => (await folders()).length === 0);
  });

  it('changes nothing while it is imported', async () => {
    const page = Buffer.from('# Stopped\n\nx');
    const before = await guides();
    const job = await uploadUntil('checked', page, { name: 'stopped.md' });
    await whileBusy(async () => {
      await decide(owner, job, 'import');
      await untilState(job, 'importing');
      await stop(job);
    });
    await untilState(job, 'stopped');
    expect(await guides()).toEqual(before);
  });

  it.each(['fetching', 'checking', 'checked', 'wanted', 'importing', 'stopping'])(
    'is reported if its process ends while it is %s, and never goes on',
    async (state) => {
      const { id } = await service.database.one(
        `insert into import_jobs (knowledge_base_id, file_name, started_by, state, heartbeat_at)
         select id, 'a.zip', 'Eva', $2, now() - interval '61 seconds' from knowledge_bases where host = $1
         returning id`,
        [HOST, state],
      );
      const job = `${IMPORT}/${id}`;
      expect((await owner.get(job)).text).toContain('The server was restarted or failed.');
      await decide(owner, job, 'import');
      await look();
      expect((await owner.get(`${job}/progress`)).body.state).toBe('interrupted');
      const next = await uploadUntil('checked');
      await decide(owner, next, 'discard');
      await untilState(next, 'discarded');
    },
  );
});

describe('an upload that is refused', () => {
  it.each<[what: string, status: number, send: () => ReturnType<typeof upload>]>([
    ['of an author', 403, () => upload(author, MANUAL)],
    ['of someone else', 404, () => upload(stranger, MANUAL)],
    ['with the token of another session', 403, () => upload(owner, MANUAL, { token: editor.token })],
    ['of another site', 403, () => upload(owner, MANUAL).set('Sec-Fetch-Site', 'cross-site')],
    ['that is too large', 413, () => upload(owner, Buffer.alloc(1_100_000))],
    ['of another type', 422, () => upload(owner, Buffer.from('x'), { name: 'a.exe' })],
    [
      'without a file',
      422,
      () =>
        service.request
          .post(IMPORT)
          .set({ Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' })
          .field('token', owner.token),
    ],
  ])('leaves nothing behind: %s', async (_, status, send) => {
    expect((await send()).status).toBe(status);
    expect(await folders()).toEqual([]);
    expect(await service.database.any('select id from import_jobs')).toEqual([]);
  });

  it('leads to the sign-in without a session, and leaves nothing behind', async () => {
    const { status, headers } = await service.request
      .post(IMPORT)
      .set('Sec-Fetch-Site', 'same-origin')
      .attach('file', MANUAL, 'manual.zip');
    expect([status, headers.location]).toEqual([303, '/desk/sign-in']);
    expect(await folders()).toEqual([]);
  });

  it('leaves nothing behind if it stops in the middle', async () => {
    const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n${'x'.repeat(70_000)}`;
    const abort = new AbortController();
    const sending = fetch(service.origin + IMPORT, {
      method: 'POST',
      headers: {
        Cookie: owner.cookie,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'multipart/form-data; boundary=x',
      },
      body: new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode(body));
          await until('it has begun', async () => (await folders()).length === 1);
          abort.abort();
        },
      }),
      duplex: 'half',
      signal: abort.signal,
    } as RequestInit);
    await expect(sending).rejects.toThrow();
    await until('its files are gone', async () => (await folders()).length === 0);
  });
});

describe('the job of another knowledge base', () => {
  it.each(['', '/links', '/report', '/progress'])('is not shown: %s', async (page) => {
    const job = await uploadUntil('checked');
    const elsewhere = job.replace(HOST, OTHER);
    expect((await stranger.get(`${job}${page}`)).status).toBe(404);
    expect((await stranger.get(`${elsewhere}${page}`)).status).toBe(404);
    expect((await author.get(`${job}${page}`)).status).toBe(403);
    expect((await stranger.post(elsewhere, { action: 'discard' })).status).toBe(404);
    await decide(owner, job, 'discard');
    await untilState(job, 'discarded');
  });
});

describe('an export at the desk', () => {
  const EXPORT = `/desk/kb/${HOST}/structure/export`;

  async function download(person: DeskClient): Promise<Buffer> {
    const { body, headers } = await person.post(EXPORT).buffer().parse(binary).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/filename="help\.example\.com-\d{4}-\d\d-\d\d\.zip"/),
    });
    return body;
  }

  it('is a ZIP file that an import elsewhere makes the same of', async () => {
    const page = { name: 'pictures/page.md', content: '# Page\n\n![a](a.png) [b](b.pdf)' };
    const archive = writeZip([
      page,
      { name: 'pictures/a.png', content: png('a') },
      { name: 'pictures/b.pdf', content: PDF },
      { name: 'pictures/hidden.md', content: '---\ndraft: true\n---\n# Hidden\n\nx' },
    ]);
    const job = await uploadUntil('checked', archive);
    await decide(owner, job, 'import');
    await untilState(job, 'imported');
    const exported = await download(editor);
    expect((await owner.get(`/desk/kb/${HOST}/audit`)).text).toMatch(
      /Bo<\/td>\s*<td[^>]*>[^<]*Exported everything/,
    );
    const elsewhere = IMPORT.replace(HOST, OTHER);
    const { headers } = await service.request
      .post(elsewhere)
      .set({ Cookie: stranger.cookie, 'Sec-Fetch-Site': 'same-origin' })
      .field('token', stranger.token)
      .attach('file', exported, 'export.zip')
      .expect(303);
    const other = String(headers.location);
    const stateOf = async () => (await stranger.get(`${other}/progress`)).body.state;
    await until('it is checked', async () => (await stateOf()) === 'checked');
    await decide(stranger, other, 'import');
    await until('it is imported', async () => (await stateOf()) === 'imported');
    const of = (host: string) =>
      service.database.any(
        `select g.slug, g.title, g.content_html, g.published,
           (select count(*)::int from guide_files f where f.knowledge_base_id = g.knowledge_base_id and f.guide_id = g.id) as files
         from guides g join knowledge_bases k on k.id = g.knowledge_base_id where k.host = $1 order by g.slug`,
        [host],
      );
    const tokens = (rows: { content_html: string }[]) =>
      rows.map((row) => ({ ...row, content_html: row.content_html.replace(/files\/[\w-]{22}/g, 'files/…') }));
    expect(tokens(await of(OTHER))).toEqual(tokens(await of(HOST)));
    expect((await of(OTHER)).find(({ slug }) => slug === 'page')).toMatchObject({ files: 2 });
  });

  it.each<[who: string, person: () => DeskClient, status: number]>([
    ['authors', () => author, 403],
    ['people of another knowledge base', () => stranger, 404],
  ])('is not for %s', async (_, person, status) => {
    await person().post(EXPORT).expect(status);
  });

  it('ends its transaction when the reader goes', async () => {
    await service.database.none(
      `insert into files (knowledge_base_id, content_hash, token, media_type, path, name, size, bytes)
       select k.id, sha256(n::text::bytea), lpad(n::text, 22, 'A'), 'application/pdf', 'large-' || n || '.pdf', 'l.pdf', 9000000,
         decode(repeat('00', 9000000), 'hex')
       from knowledge_bases k, generate_series(1, 5) n where k.host = $1`,
      [HOST],
    );
    await service.database.none(
      `insert into guide_files (knowledge_base_id, file_id, guide_id)
       select f.knowledge_base_id, f.id, (select min(g.id) from guides g where g.knowledge_base_id = f.knowledge_base_id)
       from files f where f.name = 'l.pdf'`,
    );
    const abort = new AbortController();
    const answer = await fetch(service.origin + EXPORT, {
      method: 'POST',
      headers: {
        Cookie: owner.cookie,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: `token=${owner.token}`,
      signal: abort.signal,
    });
    await answer.body?.getReader().read();
    const open = () =>
      service.database.any(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name like '%background' and state = 'idle in transaction'`,
      );
    await until('it waits for the reader', async () => (await open()).length === 1);
    abort.abort();
    await until('no transaction is open', async () => (await open()).length === 0);
    // The next one is complete.
    expect((await download(owner)).length).toBeGreaterThan(45_000_000);
  });
});

describe('what is kept', () => {
  it('are reports of the last 90 days', async () => {
    await service.database.none(
      `insert into import_jobs (knowledge_base_id, file_name, started_by, state, created_at)
       select id, d || ' days', 'Eva', 'imported', now() - d * interval '1 day'
       from knowledge_bases, (values (89), (91)) days(d) where host = any($1)`,
      [[HOST, OTHER]],
    );
    await uploadUntil('checked');
    const rows = await service.database.any(
      `select k.host, j.file_name from import_jobs j join knowledge_bases k on k.id = j.knowledge_base_id
       where j.file_name like '%days' order by 1, 2`,
    );
    // Those of other knowledge bases go with their next import.
    expect(rows.map(({ host, file_name }) => `${host} ${file_name}`)).toEqual([
      `${HOST} 89 days`,
      `${OTHER} 89 days`,
      `${OTHER} 91 days`,
    ]);
  });

  it('are no uploads of processes that ended days ago', async () => {
    const { database, context } = service;
    const folder = await mkdtemp(join(tmpdir(), 'guidepost-leftovers-'));
    const runner = createImportRunner({ database, logger: context.logger, folder });
    const [old, recent] = [await runner.makeFolder(), await runner.makeFolder()];
    await utimes(old, 0, Date.now() / 1_000 - 4 * 86_400);
    const { id } = await database.one('select id from knowledge_bases where host = $1', [HOST]);
    const upload = await runner.makeFolder();
    await writeFile(join(upload, 'sent'), '# Page');
    const source = {
      knowledgeBaseId: id,
      host: HOST,
      folder: upload,
      path: join(upload, 'sent'),
      name: 'a.md',
    };
    await runner.begin({ name: 'Eva', role: 'owner', door: 'desk' }, source);
    await until('it is gone', async () => !(await readdir(folder)).includes(basename(old)));
    await runner.stop();
    expect(await readdir(folder)).toEqual([basename(recent)]);
    await rm(folder, { recursive: true });
  });
});

describe('the end of the service', () => {
  it('interrupts imports, and deletes their files', async () => {
    const job = await uploadUntil('checked');
    await Promise.all(service.contexts.map(({ imports }) => imports.stop()));
    expect((await owner.get(`${job}/progress`)).body.state).toBe('interrupted');
    expect(await folders()).toEqual([]);
  });
});
