/** The start of a stored image in content. Cleaning escapes every other `<`, so this always is an image. */
const IMAGE = '<img src="/files/';

const FILE_NAME = /<img src="\/files\/([A-Za-z0-9_-]{22})\.[a-z]{3,4}"/g;

/** The longest `PUBLIC_FILES_URL`. The size limit of a guide leaves room for it. */
export const MAX_FILES_URL_LENGTH = 200;

/** How many bytes absolute URLs may add to content. */
export function roomForAddresses(contentHtml: string): number {
  return (contentHtml.split(IMAGE).length - 1) * MAX_FILES_URL_LENGTH;
}

/**
 * Makes image URLs absolute. Uses `join` because `replaceAll` returns a rope, which keeps `JSON.stringify` of the
 * whole document off its fast path.
 * @param filesUrl the part before `/files/`: `https://kb.example.com`
 */
export function withAbsoluteImages(contentHtml: string, filesUrl: string): string {
  const parts = contentHtml.split(IMAGE);
  return parts.length === 1 ? contentHtml : parts.join(`<img src="${filesUrl}/files/`);
}

/** Replaces the URL of each image by that for its token; unknown tokens are left unchanged. */
export function replaceImages(contentHtml: string, addressOf: (token: string) => string | undefined): string {
  return contentHtml.replace(FILE_NAME, (image, token: string) => {
    const address = addressOf(token);
    return address === undefined ? image : `<img src="${address}"`;
  });
}

/** The tokens of the stored images in content. */
export function imageTokens(contentHtml: string): string[] {
  return Array.from(contentHtml.matchAll(FILE_NAME), ([, token = '']) => token);
}
