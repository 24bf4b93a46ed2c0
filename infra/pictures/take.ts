import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, type Page, type Reader } from '@guidepost/testing/browser';
import { openDatabases } from '../local/databases.ts';
import { runProgram } from '../local/run-program.ts';
import { startService } from '../local/service-process.ts';
import { localServices } from '../local/services.ts';

/** `npm run pictures`: takes the README's pictures of the demo content. */
const FOLDER = new URL('../../docs/pictures/', import.meta.url);
const PORT = 4915;
const QUALITY = 82;

const PICTURES: { name: string; path: string; reader: Reader }[] = [
  { name: 'home', path: '/site/hjalp.example.com', reader: { width: 1200, locale: 'sv' } },
  {
    name: 'guide',
    path: '/site/help.example.com/guides/writing-guides-markdown-reference',
    reader: { width: 1200, colorScheme: 'dark' },
  },
];

/** The session's cookie is expected. */
const EDITOR: Reader = { width: 1200, cookie: { name: 'guidepost-kb', value: 'none' } };

const never = new AbortController().signal;
let databaseUrl = '';

const data = await mkdtemp(join(tmpdir(), 'guidepost-pictures-'));
const started = new AsyncDisposableStack();
started.defer(() => rm(data, { recursive: true }));
try {
  const address = await startDemo();
  const browser = await openBrowser();
  started.defer(() => browser.close());
  await mkdir(FOLDER, { recursive: true });
  for (const { name, path, reader } of PICTURES)
    await browser.visit(address + path, reader, (page) => takePicture(page, name));
  await browser.visit(await signInLink(), EDITOR, async (page) => {
    await page.getByRole('link', { name: 'Show images in a guide' }).click();
    await page.locator('#editor[data-ready]').waitFor();
    await takePicture(page, 'editor');
  });
} finally {
  await started.disposeAsync();
}

/** Resolves with the address of a service with new demo content. */
async function startDemo(): Promise<string> {
  // The knowledge base comes first. Metrics use any port, since another service may be running.
  const settings = { DATA_DIR: data, KB_PORT: PORT, KB_METRICS_PORT: 0, FORUM_PORT: PORT };
  const services = localServices(settings).slice(0, 1);
  const databases = await openDatabases(data, services);
  started.defer(() => databases.close());
  for (const service of services) {
    databaseUrl = await databases.urlFor(service);
    await service.prepare(databaseUrl, never);
    const running = await startService(service, databaseUrl, never);
    started.defer(() => running.stop());
  }
  return `http://127.0.0.1:${PORT}`;
}

/** Signs the owner of the demo in. */
function signInLink(): Promise<string> {
  const environment = { KB_DATABASE_URL: databaseUrl, DESK_URL: `http://localhost:${PORT}` };
  return runProgram('infra/local/print-sign-in-link.ts', [], { environment, stop: never });
}

/** WebP takes a third of a PNG, but Playwright cannot write it. */
async function takePicture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { data: picture } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  });
  await writeFile(new URL(`${name}.webp`, FOLDER), Buffer.from(picture, 'base64'));
}
