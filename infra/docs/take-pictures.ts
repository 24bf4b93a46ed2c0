import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, type Page, type Reader } from '@guidepost/testing/browser';
import { readCommandLine } from '../local/command-line.ts';
import { openDatabases } from '../local/databases.ts';
import { runProgram } from '../local/programs.ts';
import { startService } from '../local/service-process.ts';
import { localServices } from '../local/services.ts';

readCommandLine(
  'Usage: npm run pictures\n\nTakes the pictures of README.md and docs/desk.md, of the demo content.',
);

const FOLDER = new URL('../../docs/pictures/', import.meta.url);
const PORTS = { KB_PORT: 4915, FORUM_PORT: 4916 };
const QUALITY = 82;

const PICTURES: { name: string; path: string; reader: Reader }[] = [
  { name: 'home', path: '/site/hjalp.example.com', reader: { width: 1200, locale: 'sv' } },
  {
    name: 'guide',
    path: '/site/help.example.com/guides/writing-guides-markdown-reference',
    reader: { width: 1200, colorScheme: 'dark' },
  },
];

const never = new AbortController().signal;

const data = await mkdtemp(join(tmpdir(), 'guidepost-pictures-'));
const started = new AsyncDisposableStack();
started.defer(() => rm(data, { recursive: true }));
try {
  const databaseUrls = await startDemo();
  const browser = await openBrowser();
  started.defer(() => browser.close());
  await mkdir(FOLDER, { recursive: true });
  for (const { name, path, reader } of PICTURES)
    await browser.visit(`http://127.0.0.1:${PORTS.KB_PORT}${path}`, reader, (page) =>
      takePicture(page, name),
    );
  await browser.visit(await signInLink('kb', databaseUrls), editorOf('kb'), async (page) => {
    await page.getByRole('link', { name: 'Guidepost Help' }).click();
    await page.waitForURL('**/guides');
    await takePicture(page, 'desk-guides');
    await page.getByRole('link', { name: 'Show images in a guide' }).click();
    await page.locator('#editor[data-ready]').waitFor();
    await takePicture(page, 'editor');
    await page.getByRole('link', { name: 'Structure' }).click();
    await page.waitForURL('**/structure');
    await takePicture(page, 'desk-structure');
  });
  await browser.visit(await signInLink('forum', databaseUrls), editorOf('forum'), async (page) => {
    await page.getByRole('link', { name: 'Norrhjul Forum' }).click();
    await page.waitForURL('**/queue');
    await takePicture(page, 'desk-queue');
    await page.getByRole('link', { name: 'A QR code on the bike' }).click();
    await page.waitForURL('**/dialogs/*');
    await takePicture(page, 'desk-dialog');
  });
} finally {
  await started.disposeAsync();
}

/** Starts both services with new demo content. Resolves with the URLs of their databases. */
async function startDemo(): Promise<Record<string, string>> {
  // Metrics use any port, since other services may be running.
  const settings = { DATA_DIR: data, ...PORTS, KB_METRICS_PORT: 0, FORUM_METRICS_PORT: 0 };
  const services = localServices(settings);
  const databases = await openDatabases(data, services);
  started.defer(() => databases.close());
  const urls: Record<string, string> = {};
  for (const service of services) {
    const url = await databases.urlFor(service);
    await service.prepare(url, never);
    const running = await startService(service, url, never);
    started.defer(() => running.stop());
    urls[service.databaseVariable] = url;
  }
  return urls;
}

/** Signs the owner of the demo in. */
function signInLink(desk: 'kb' | 'forum', databaseUrls: Record<string, string>): Promise<string> {
  const port = desk === 'kb' ? PORTS.KB_PORT : PORTS.FORUM_PORT;
  const environment = { ...databaseUrls, DESK_URL: `http://localhost:${port}` };
  return runProgram('infra/local/print-sign-in-link.ts', [desk], { environment, stop: never });
}

/** The session's cookie is expected. */
function editorOf(desk: 'kb' | 'forum'): Reader {
  return { width: 1200, cookie: { name: `guidepost-${desk}`, value: 'none' } };
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
