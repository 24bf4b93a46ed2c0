import { postableType } from './media-types.ts';
import type { ZipEntry } from './zip-archive.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Content folders of office documents, for programs that write the part with the type last. */
const DOCUMENTS: readonly (readonly [folder: string, mediaType: string])[] = [
  ['word/', `${OFFICE}.wordprocessingml.document`],
  ['xl/', `${OFFICE}.spreadsheetml.sheet`],
  ['ppt/', `${OFFICE}.presentationml.presentation`],
];

/** Marks Java and Android programs. */
const PROGRAM = /^(?:META-INF\/MANIFEST\.MF|AndroidManifest\.xml|classes\d*\.dex)$/i;

/**
 * The type of an archive by its contents: an office document, an archive, or undefined for a program or anything not
 * allowed.
 * @param found detected from its first bytes
 */
export function zipArchiveType(entries: readonly ZipEntry[], found: string): string | undefined {
  if (entries.some(({ name }) => PROGRAM.test(name))) return undefined;
  // With an unreadable directory it might have macros.
  if (found !== 'application/zip') return entries.length > 0 ? postableType(found) : undefined;
  const isDocument = entries.some(({ name }) => name === '[Content_Types].xml');
  const document = DOCUMENTS.find(([folder]) => entries.some(({ name }) => name.startsWith(folder)));
  return isDocument && document ? document[1] : found;
}
