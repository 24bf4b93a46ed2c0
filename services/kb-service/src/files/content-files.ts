/**
 * The start of a stored image or file in content. Cleaning escapes every other `<`, so this always is one.
 */
const STARTS = ['<img src="/files/', '<a class="file" href="/files/'] as const;

const IMAGE = /<img src="\/files\/([A-Za-z0-9_-]{22})\.[a-z]{3,4}"/g;
const LINK = /<a class="file" href="\/files\/([A-Za-z0-9_-]{22})\/([^"]*)"/g;

/** The longest `PUBLIC_FILES_URL`. The size limit of a guide leaves room for it. */
export const MAX_FILES_URL_LENGTH = 200;

/** How many bytes absolute URLs may add to content. */
export function roomForAddresses(contentHtml: string): number {
  const found = STARTS.reduce((sum, start) => sum + contentHtml.split(start).length - 1, 0);
  return found * MAX_FILES_URL_LENGTH;
}

/**
 * Puts the addresses of images and files elsewhere. Uses `join` because `replaceAll` returns a rope, which keeps
 * `JSON.stringify` of the whole document off its fast path.
 * @param place the part before `/files/`: `https://kb.example.com`
 */
export function withFilesAt(contentHtml: string, place: string): string {
  let placed = contentHtml;
  for (const start of STARTS) {
    const parts = placed.split(start);
    if (parts.length > 1) placed = parts.join(start.replace('/files/', `${place}/files/`));
  }
  return placed;
}

/** A stored file where an export has it. */
export interface ExportedAddress {
  path: string;
  /** The name of a file that readers download. */
  name: string | null;
}

/**
 * Replaces the URL of each image and file by its path in an export; unknown tokens are left unchanged. `download` says
 * how a file is called.
 */
export function withExportedFiles(
  contentHtml: string,
  fileOf: (token: string) => ExportedAddress | undefined,
): string {
  return contentHtml
    .replace(IMAGE, (image, token: string) => {
      const file = fileOf(token);
      return file === undefined ? image : `<img src="${file.path}"`;
    })
    .replace(LINK, (link, token: string, name: string) => {
      const file = fileOf(token);
      return file === undefined
        ? link
        : `<a class="file" href="${file.path}" download="${escaped(file.name ?? name)}"`;
    });
}

/** For a quoted attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** The tokens of the stored images and files in content. */
export function fileTokens(contentHtml: string): string[] {
  return [IMAGE, LINK].flatMap((pattern) =>
    Array.from(contentHtml.matchAll(pattern), ([, token = '']) => token),
  );
}

/** The tokens of the files that readers download from content, each once. */
export function linkedTokens(contentHtml: string): string[] {
  return [...new Set(Array.from(contentHtml.matchAll(LINK), ([, token = '']) => token))];
}
