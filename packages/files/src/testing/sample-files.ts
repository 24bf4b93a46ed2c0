import { crc32, deflateRawSync } from 'node:zlib';
import { AVIF, GIF, JPEG, png, WEBP } from './images.ts';

/** The smallest files of their kinds, built as common programs build them. */

/** A ZIP archive, uncompressed by default. */
export function zip(files: Record<string, string | Buffer>, { deflated = false } = {}): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const [name, file] of Object.entries(files)) {
    const content = deflated ? deflateRawSync(file) : Buffer.from(file);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(deflated ? 8 : 0, 4);
    common.writeUInt32LE(crc32(file), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(Buffer.byteLength(file), 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(position, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, place, Buffer.from(name));
    entries.push(entry);
    position += entry.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(position, 12);
  return Buffer.concat([...entries, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}

export const CONTENT_TYPES = (mainType: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/x" ContentType="${mainType}.main+xml"/></Types>`;

const OFFICE = 'application/vnd.openxmlformats-officedocument';

function officeDocument(type: string, part: string): Buffer {
  return zip({ '[Content_Types].xml': CONTENT_TYPES(`${OFFICE}.${type}`), [part]: '<x/>' });
}

function openDocument(kind: string): Buffer {
  return zip({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '<x/>' });
}

/** The part with the type comes last, as some programs write it, beyond the first bytes. */
export const LATE_TYPED_XLSX = zip({
  'docProps/app.xml': ' '.repeat(5_000),
  'xl/workbook.xml': '<x/>',
  '[Content_Types].xml': CONTENT_TYPES(`${OFFICE}.spreadsheetml.sheet`),
});

/** A compound file ([MS-CFB]) with 512-byte sectors and these directory entries. */
export function compoundFile(...names: string[]): Buffer {
  const header = Buffer.alloc(512);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  const entries = ['Root Entry', ...names].map((name) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(2 * (name.length + 1), 64);
    return entry;
  });
  return Buffer.concat([header, Buffer.alloc(512), ...entries]);
}

/** One page that runs a script when opened. */
const PDF_WITH_SCRIPT = Buffer.from(
  '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF',
  'latin1',
);

const OGG_PAGE = `4f6767530002${'00'.repeat(20)}0113`;
const WAV = Buffer.concat([Buffer.from('524946462400000057415645666d742010000000', 'hex'), Buffer.alloc(24)]);
const MP3 = Buffer.concat([Buffer.from('fff318c4', 'hex'), Buffer.alloc(140)]);
const WEBM = Buffer.from(
  '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853',
  'hex',
);

const box = (brand: string) =>
  Buffer.concat([
    Buffer.from('0000001466747970', 'hex'),
    Buffer.from(`${brand}\0\0\0\0${brand}`),
    Buffer.alloc(60),
  ]);

/** Allowed files: media type, ending, bytes. */
export const SAMPLES: readonly (readonly [mediaType: string, ending: string, bytes: Buffer])[] = [
  ['image/png', 'png', png()],
  ['image/gif', 'gif', GIF],
  ['image/jpeg', 'jpg', JPEG],
  ['image/webp', 'webp', WEBP],
  ['image/avif', 'avif', AVIF],
  ['audio/mpeg', 'mp3', MP3],
  [
    'audio/mpeg',
    'mp3',
    Buffer.concat([Buffer.from('49443304000000020000', 'hex'), Buffer.alloc(9_000), MP3]),
  ],
  [
    'audio/ogg',
    'ogg',
    Buffer.concat([Buffer.from(OGG_PAGE, 'hex'), Buffer.from('OpusHead'), Buffer.alloc(20)]),
  ],
  [
    'audio/ogg',
    'ogg',
    Buffer.concat([Buffer.from(OGG_PAGE, 'hex'), Buffer.from('\u0001vorbis'), Buffer.alloc(20)]),
  ],
  ['audio/wav', 'wav', WAV],
  ['audio/mp4', 'm4a', box('M4A ')],
  ['video/mp4', 'mp4', box('isom')],
  ['video/mp4', 'mp4', box('M4V ')],
  ['video/webm', 'webm', WEBM],
  ['application/pdf', 'pdf', PDF_WITH_SCRIPT],
  ['application/pdf', 'pdf', Buffer.from('%PDF-1.7\nnothing but letters\n%%EOF\n')],
  ['application/zip', 'zip', zip({ 'a.txt': 'a' })],
  [
    `${OFFICE}.wordprocessingml.document`,
    'docx',
    officeDocument('wordprocessingml.document', 'word/document.xml'),
  ],
  [`${OFFICE}.spreadsheetml.sheet`, 'xlsx', officeDocument('spreadsheetml.sheet', 'xl/workbook.xml')],
  [`${OFFICE}.spreadsheetml.sheet`, 'xlsx', LATE_TYPED_XLSX],
  [
    `${OFFICE}.presentationml.presentation`,
    'pptx',
    officeDocument('presentationml.presentation', 'ppt/presentation.xml'),
  ],
  [
    `${OFFICE}.presentationml.slideshow`,
    'ppsx',
    officeDocument('presentationml.slideshow', 'ppt/presentation.xml'),
  ],
  ['application/vnd.oasis.opendocument.text', 'odt', openDocument('text')],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods', openDocument('spreadsheet')],
  ['application/vnd.oasis.opendocument.presentation', 'odp', openDocument('presentation')],
  ['application/vnd.oasis.opendocument.graphics', 'odg', openDocument('graphics')],
  ['application/msword', 'doc', compoundFile('Data', '1Table', 'WordDocument')],
  ['application/vnd.ms-excel', 'xls', compoundFile('Workbook')],
  [
    'application/vnd.ms-powerpoint',
    'ppt',
    compoundFile('Pictures', 'Current User', '\u0005SummaryInformation', 'PowerPoint Document'),
  ],
  ['application/rtf', 'rtf', Buffer.from('{\\rtf1\\ansi Hello}')],
  ['text/plain', 'txt', Buffer.from('Blåbär – 日本語 😀\r\n\tBMW\n')],
  ['text/csv', 'csv', Buffer.from('name;size\n"a;b\nc";2\n')],
];
