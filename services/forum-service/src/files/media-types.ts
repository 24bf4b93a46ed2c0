/** How a link is embedded: as an image, a player, or a plain link. */
export type MediaKind = 'image' | 'audio' | 'video' | 'other';

/** Decides how to embed a link. */
export type KindOf = (address: URL) => MediaKind;

const ENDINGS_OF_KINDS: Readonly<Record<string, MediaKind>> = {
  ...kindOf('image', 'avif gif jpeg jpg png webp'),
  ...kindOf('audio', 'm4a mp3 oga ogg opus wav'),
  ...kindOf('video', 'm4v mp4 ogv webm'),
};

/** The kind of a file by its path's ending. The server is never contacted (S6). */
export function kindByEnding({ pathname }: URL): MediaKind {
  const ending = pathname.slice(pathname.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(ENDINGS_OF_KINDS, ending) ? (ENDINGS_OF_KINDS[ending] ?? 'other') : 'other';
}

function kindOf(kind: MediaKind, endings: string): Record<string, MediaKind> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, kind]));
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** Allowed media types with their endings; none that a browser executes, such as SVG, HTML or XML. */
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

/** How links to files of this type are embedded, and whether browsers display or download them. */
export function kindOfType(mediaType: string): MediaKind {
  const [kind] = mediaType.split('/', 1);
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'other';
}

export function contentTypeOf(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
