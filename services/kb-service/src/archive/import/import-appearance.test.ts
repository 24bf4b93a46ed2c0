import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { png, pngOfSize, SVG } from '@guidepost/file-types/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findKnowledgeBase } from '../../knowledge-bases/find-knowledge-base.ts';
import { type TestFiles, useImportFixture, writeFiles } from '../../testing/import-fixture.ts';

const fixture = useImportFixture();
let host: string;
let folder: string;

beforeAll(async () => {
  folder = join(fixture.folder, 'guides-files');
});
beforeEach(async () => {
  host = await fixture.createNew();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const now = () => findKnowledgeBase(fixture.database, host);

const LOOK = { accent_color: '#0A7D5C', logo: 'i/logo.png' };
const FILES: TestFiles = { 'i/logo.png': png('', 120, 40) };

describe('kb import of colour and logo', () => {
  it('imports the colour from the document and the logo from its folder', async () => {
    await writeFiles(folder, FILES);
    const before = await now();
    const { images, findings } = await fixture.importJson(host, { knowledge_base: LOOK });
    expect([images.created, findings.imagesLeftOut]).toEqual([1, []]);
    expect(await now()).toEqual({
      ...before,
      revision: (before?.revision ?? 0) + 1,
      accent_color: '#0a7d5c',
      logo: { address: expect.stringMatching(/^\/files\/[\w-]{22}\.png$/), width: 120, height: 40 },
    });
  });

  it('leaves both unchanged when the document omits or repeats them', async () => {
    await writeFiles(folder, FILES);
    await fixture.importJson(host, { knowledge_base: LOOK });
    const before = await now();
    for (const document of [{}, { knowledge_base: {} }, { knowledge_base: LOOK }]) {
      const { images } = await fixture.importJson(host, document);
      expect(images).toEqual({ created: 0, deleted: 0 });
      expect(await now()).toEqual(before);
    }
  });

  it('raises the revision for a new logo and deletes the former file', async () => {
    await writeFiles(folder, FILES);
    await fixture.importJson(host, { knowledge_base: LOOK });
    const before = await now();
    await writeFiles(folder, { 'i/logo.png': png('new') });
    const { images } = await fixture.importJson(host, { knowledge_base: LOOK });
    expect(images).toEqual({ created: 1, deleted: 1 });
    expect((await now())?.revision).toBe((before?.revision ?? 0) + 1);
  });

  it('changes nothing in a dry run', async () => {
    await writeFiles(folder, FILES);
    const before = await now();
    await fixture.importJson(host, { knowledge_base: LOOK }, { dryRun: true });
    expect(await now()).toEqual(before);
  });

  it.each<[string, string, TestFiles, string]>([
    ['that is not there', 'logo.png', {}, 'logo.png: there is no such file'],
    ['S7 in SVG', 'logo.png', { 'logo.png': SVG }, 'logo.png: is SVG, which can contain scripts'],
    [
      'over 1 MB',
      'logo.png',
      { 'logo.png': pngOfSize(1_000_001) },
      'logo.png: has 1000001 bytes; a logo may have at most 1000000',
    ],
    ['on the web', 'https://a.example/logo.png', {}, 'https://a.example/logo.png: is on the web'],
    ['S9 out of the folder', '../logo.png', {}, '../logo.png: is not in the directory'],
    ['without a name', '', {}, ': has no URL'],
    ['with a very long one', 'a'.repeat(5000), {}, `${'a'.repeat(100)}: there is no such file`],
  ])('reports a logo %s and keeps the current one', async (_, logo, files, reason) => {
    await writeFiles(folder, FILES);
    await fixture.importJson(host, { knowledge_base: LOOK });
    const before = await now();
    await writeFiles(folder, files);
    const { findings } = await fixture.importJson(host, { knowledge_base: { logo } });
    expect(findings.imagesLeftOut).toEqual([
      expect.stringContaining(`guides.json: knowledge_base.logo: ${reason}`),
    ]);
    expect(await now()).toEqual(before);
  });
});
