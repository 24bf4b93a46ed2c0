/** How browsers show a file: as an image, with a player, or not at all. */
export type MediaKind = 'image' | 'audio' | 'video' | 'other';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** Media types that people may upload, with their endings; none that a browser executes, such as SVG, HTML or XML. */
export const ENDINGS: Readonly<Record<string, string>> = {
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
  'application/zip': 'zip',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  [`${OFFICE}.wordprocessingml.document`]: 'docx',
  [`${OFFICE}.spreadsheetml.sheet`]: 'xlsx',
  [`${OFFICE}.presentationml.presentation`]: 'pptx',
  [`${OFFICE}.presentationml.slideshow`]: 'ppsx',
  [`${OPEN_DOCUMENT}.text`]: 'odt',
  [`${OPEN_DOCUMENT}.spreadsheet`]: 'ods',
  [`${OPEN_DOCUMENT}.presentation`]: 'odp',
  [`${OPEN_DOCUMENT}.graphics`]: 'odg',
};

export const MEDIA_TYPES: readonly string[] = Object.keys(ENDINGS);

/** Other names that detection libraries use. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/x-m4a': 'audio/mp4',
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
};

/** The allowed media type for a detected one; undefined if none. */
export function postableType(found: string): string | undefined {
  const mediaType = Object.hasOwn(OTHER_NAMES, found) ? OTHER_NAMES[found] : found;
  return mediaType !== undefined && Object.hasOwn(ENDINGS, mediaType) ? mediaType : undefined;
}

/** How browsers show files of this type. */
export function kindOfType(mediaType: string): MediaKind {
  const [kind] = mediaType.split('/', 1);
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'other';
}

export function contentTypeOf(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
