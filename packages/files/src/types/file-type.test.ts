import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GIF, JPEG, png, SVG, WEBP } from '../testing/images.ts';
import { CONTENT_TYPES, compoundFile, LATE_TYPED_XLSX, SAMPLES, zip } from '../testing/sample-files.ts';
import { fileTypeOf } from './file-type.ts';
import { ENDINGS, MEDIA_TYPES } from './media-types.ts';
import { hasMacros } from './office-documents.ts';

describe('file type', () => {
  let folder: string;
  let path: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-file-type-'));
    path = join(folder, 'file');
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function typeOf(bytes: Buffer | string): Promise<string | undefined> {
    await writeFile(path, bytes);
    return fileTypeOf(path);
  }

  /** An office document with this main type, whose types come first or last. */
  function officeWith(mainType: string, parts: Record<string, string>, typesFirst = false): Buffer {
    const types = { '[Content_Types].xml': CONTENT_TYPES(mainType) };
    return zip(typesFirst ? { ...types, ...parts } : { ...parts, ...types }, { deflated: true });
  }

  const openDocumentWith = (part: string) =>
    zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>', [part]: 'x' });

  /** A presentation from before 2007 with its macro flag. */
  const presentation = (flag: string) =>
    Buffer.concat([
      compoundFile('PowerPoint Document'),
      Buffer.from(`1f00ff0314000000020000040c00000001000000${flag}02000000`, 'hex'),
    ]);

  const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const WORD = { 'word/document.xml': '<x/>' };
  const manyNames = Array.from({ length: 60 }, (_, index) => `Stream ${index}`);
  const manyParts = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, index) => [`word/media/image${index}.png`, '']),
  );

  const JAR = zip({ 'META-INF/MANIFEST.MF': 'Main-Class: A' });
  const textOf = (length: number) => 'a line of text\n'.repeat(length / 15);

  describe('the type of a posted file', () => {
    it.each(SAMPLES)('is told by its bytes: %s (%s)', async (mediaType, ending, bytes) => {
      expect([await typeOf(bytes), ENDINGS[mediaType]]).toEqual([mediaType, ending]);
    });

    it('is the same for files longer than the inspected part', async () => {
      expect(await typeOf(Buffer.concat([JPEG, Buffer.alloc(200_000, 1)]))).toBe('image/jpeg');
      expect(await typeOf(textOf(300_000))).toBe('text/plain');
      expect(await typeOf('a;b;c\n'.repeat(50_000))).toBe('text/csv');
      expect(await typeOf(Buffer.concat([LATE_TYPED_XLSX]))).toMatch(/sheet$/);
    });

    it.each([
      ['SVG', SVG],
      ['SVG after white space', Buffer.concat([Buffer.from(' \n\t'), SVG])],
      ['SVG after a byte order mark', Buffer.concat([Buffer.from('\ufeff'), SVG])],
      ['SVG after a comment', Buffer.concat([Buffer.from('<!-- -->'), SVG])],
      ['SVG in UTF-16', Buffer.from(`\ufeff${SVG}`, 'utf16le')],
      [
        'SVG with a namespace prefix',
        '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:script/></svg:svg>',
      ],
      ['HTML', '<!doctype html><script>alert(1)</script>'],
      ['HTML in upper case', '<SCRIPT>alert(1)</SCRIPT>'],
      ['HTML of one element', '<p onclick=alert(1)>text'],
      ['an end tag', '</x>'],
      ['XML', '<?xml version="1.0"?><a/>'],
      ['XML without a declaration', '<note><to>Anna</to></note>'],
      ['GIF and JAR', Buffer.concat([GIF, JAR])],
      ['a polyglot of PNG and HTML', png('<html><script>alert(1)</script>')],
      ['JPEG and PDF', Buffer.concat([JPEG.subarray(0, 20), Buffer.from('%PDF-1.7'), JPEG.subarray(20)])],
      ['WebP and ZIP', Buffer.concat([WEBP, zip({ a: 'a' })])],
      ['a Java program', JAR],
      [
        'a Java program whose manifest comes last',
        zip({ 'A.class': 'x'.repeat(5_000), 'META-INF/MANIFEST.MF': '' }),
      ],
      ['a Java program with a long directory', zip({ ...manyParts, 'META-INF/MANIFEST.MF': '' })],
      ['an Android program', zip({ 'res/a': 'x'.repeat(5_000), 'classes.dex': '' })],
      ['a Windows program', Buffer.from('MZ\u0090\u0000\u0003\u0000\u0000\u0000', 'latin1')],
      ['a Linux program', Buffer.from('7f454c460201010000000000', 'hex')],
      ['an installer', compoundFile('\u4840\u3b3f')],
      ['a truncated compound file', compoundFile('WordDocument').subarray(0, 300)],
      ['a compound file without a directory', Buffer.from(`d0cf11e0a1b11ae1${'ff'.repeat(600)}`, 'hex')],
      ['TIFF', Buffer.from('49492a0008000000', 'hex')],
      ['BMP', Buffer.from('424d460000000000000036000000', 'hex')],
      ['Flash', Buffer.from('435753060000', 'hex')],
      ['an archive of another kind', Buffer.from('1f8b0800000000000003', 'hex')],
      ['text in Latin-1', Buffer.from('blåbär', 'latin1')],
      ['text with U+0000', 'a\0b'],
      ['text with a control character at the end', `${textOf(150_000)}\u001b`],
      ['text that ends inside a character', Buffer.from('blå').subarray(0, -1)],
    ])('S7 is not accepted: %s', async (_, bytes) => {
      expect(await typeOf(bytes)).toBeUndefined();
    });

    it.each([
      ['.docm', officeWith('application/vnd.ms-word.document.macroEnabled', WORD, true)],
      ['.docm, its type last', officeWith('application/vnd.ms-word.document.macroEnabled', WORD)],
      ['.dotm', officeWith('application/vnd.ms-word.template.macroEnabledTemplate', WORD)],
      ['.xlsm', officeWith('application/vnd.ms-excel.sheet.macroEnabled', { 'xl/workbook.xml': '<x/>' })],
      ['.xltm', officeWith('application/vnd.ms-excel.template.macroEnabled', { 'xl/workbook.xml': '<x/>' })],
      ['.xlam', officeWith('application/vnd.ms-excel.addin.macroEnabled', { 'xl/workbook.xml': '<x/>' })],
      [
        '.pptm',
        officeWith('application/vnd.ms-powerpoint.presentation.macroEnabled', {
          'ppt/presentation.xml': '<x/>',
        }),
      ],
      [
        '.ppsm',
        officeWith('application/vnd.ms-powerpoint.slideshow.macroEnabled', {
          'ppt/presentation.xml': '<x/>',
        }),
      ],
      ['.docx with a project', officeWith(DOCX, { ...WORD, 'word/vbaProject.bin': 'x' }, true)],
      ['.docx with a project in another place', officeWith(DOCX, { ...WORD, 'VBAPROJECT.BIN': 'x' })],
      ['.docx with a project under another name', officeWith('application/vnd.ms-office.vbaProject', WORD)],
      [
        '.docx with a project after 1,500 parts',
        officeWith(DOCX, { ...manyParts, 'word/vbaProject.bin': 'x' }),
      ],
      [
        '.xlsx with Excel 4 macros',
        officeWith('application/vnd.ms-excel.macrosheet', { 'xl/a.xml': '<x/>' }),
      ],
      [
        '.docx with a type list in UTF-16',
        zip({
          ...WORD,
          '[Content_Types].xml': Buffer.from(
            CONTENT_TYPES('application/vnd.ms-word.document.macroEnabled'),
            'utf16le',
          ),
        }),
      ],
      [
        '.docx with a character reference in a type',
        officeWith('application/vnd.ms-word.document.&#109;acroEnabled', WORD),
      ],
      ['.docx with an oversized type list', officeWith(`${DOCX}${' '.repeat(1_100_000)}`, WORD)],
      [
        '.docm after the signature of a split archive',
        Buffer.concat([
          Buffer.from('PK\x07\x08'),
          officeWith('application/vnd.ms-word.document.macroEnabled', WORD),
        ]),
      ],
      [
        '.docx with two type lists',
        zip({
          ...WORD,
          '[Content_Types].xml': CONTENT_TYPES(DOCX),
          '[content_types].xml': CONTENT_TYPES(DOCX),
        }),
      ],
      ['.odt in Basic', openDocumentWith('Basic/Standard/Module1.xml')],
      ['.odt in Python', openDocumentWith('Scripts/python/a.py')],
      ['.doc', compoundFile('WordDocument', 'Macros', 'VBA', '_VBA_PROJECT')],
      ['.doc, far into the directory', compoundFile('WordDocument', ...manyNames, 'VBA', '_vba_project')],
      [
        '.doc of 3 MB',
        Buffer.concat([
          compoundFile('WordDocument'),
          Buffer.alloc(3 * 2 ** 20),
          compoundFile('_VBA_PROJECT'),
        ]),
      ],
      ['.xls', compoundFile('Workbook', '_VBA_PROJECT_CUR')],
      ['.ppt', presentation('01000000')],
    ])('S7 is not accepted for a document with macros: %s', async (_, bytes) => {
      expect([await typeOf(bytes), await hasMacros(path)]).toEqual([undefined, true]);
    });

    it.each([
      [
        'a document whose text mentions them',
        zip({ ...WORD, 'word/a.xml': 'vbaProject.bin', '[Content_Types].xml': CONTENT_TYPES(DOCX) }),
        DOCX,
      ],
      ['a document with many parts', officeWith(DOCX, { ...manyParts, ...WORD }), DOCX],
      [
        'an old document whose text mentions them',
        Buffer.concat([compoundFile('WordDocument'), Buffer.from('See _VBA_PROJECT', 'utf16le')]),
        'application/msword',
      ],
      ['a presentation without the flag', presentation('00000000'), 'application/vnd.ms-powerpoint'],
      ['an archive of scripts', zip({ 'Scripts/a.py': 'x', 'Basic/a.bas': 'x' }), 'application/zip'],
    ])('has no macros for %s', async (_, bytes, mediaType) => {
      expect([await typeOf(bytes), await hasMacros(path)]).toEqual([mediaType, false]);
    });

    it('has no macros for any accepted sample', async () => {
      for (const [, ending, bytes] of SAMPLES) {
        await writeFile(path, bytes);
        expect([ending, await hasMacros(path)]).toEqual([ending, false]);
      }
    });

    it.each([
      ['sentences', 'Yes, you can.\nNo, you cannot.\n', 'text/plain'],
      ['one line', 'a,b,c', 'text/plain'],
      ['two lines', 'a,b,c\n1,2,3', 'text/csv'],
      ['tabs', 'a\tb\r\n1\t2\r\n', 'text/csv'],
      ['rows of different lengths', 'a,b\n1,2,3\n', 'text/plain'],
      ['the signature of a bitmap', 'BMW', 'text/plain'],
      ['the signature of an image', 'GIF is a format.', 'text/plain'],
      ['a heart', '<3 you all', 'text/plain'],
      ['an address', '<anna@example.com> wrote:', 'text/plain'],
      ['markup in the middle', 'Use <script> for that.', 'text/plain'],
    ])('is plain text or CSV for %s', async (_, text, mediaType) => {
      expect(await typeOf(text)).toBe(mediaType);
    });
  });

  it('no two types share an ending', () => {
    expect(new Set(Object.values(ENDINGS)).size).toBe(MEDIA_TYPES.length);
  });
});

const LIMIT = 30_000;

const SCRIPT = `
  const load = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}).href);
  const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
  const { mutatedFiles } = await import('@guidepost/files/testing');
  const { fileTypeOf } = await load('./file-type.ts');
  const { SAMPLES } = await load('../testing/sample-files.ts');
  const folder = mkdtempSync((await import('node:os')).tmpdir() + '/guidepost-mutated-');
  try {
    for (const bytes of mutatedFiles(SAMPLES.map((sample) => sample[2]), 1_000)) {
      writeFileSync(folder + '/file', bytes);
      await fileTypeOf(folder + '/file');
    }
    console.log('done');
  } finally {
    rmSync(folder, { recursive: true });
  }
`;

it(
  'S8 1,000 mutated heads finish in time',
  async () => {
    const options = ['--conditions=source', '--input-type=module', '--eval', SCRIPT];
    const cwd = import.meta.dirname;
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd, timeout: LIMIT });
    expect(stdout).toBe('done\n');
  },
  2 * LIMIT,
);
