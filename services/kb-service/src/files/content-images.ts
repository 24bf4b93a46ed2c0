/**
 * How an image of ours begins in content. Cleaning writes it this way and escapes every other `<`, so wherever these
 * characters stand there is an image.
 */
const IMAGE = '<img src="/files/';

const FILE_NAME = /<img src="\/files\/([A-Za-z0-9_-]{22})\.[a-z]{3,4}"/g;

/** The longest `PUBLIC_FILES_URL`, for which the size of a guide leaves room. */
export const LONGEST_FILES_URL = 200;

/** Bytes that addresses may grow by when the content is read. */
export function roomForAddresses(contentHtml: string): number {
  return (contentHtml.split(IMAGE).length - 1) * LONGEST_FILES_URL;
}

/**
 * Makes addresses of images absolute. The parts are joined, not replaced: `replaceAll` leaves a concatenation,
 * which takes `JSON.stringify` of the whole document off its fast path.
 *
 * @param filesUrl what stands before `/files/`, as in `https://kb.example.com`
 */
export function withAbsoluteImages(contentHtml: string, filesUrl: string): string {
  const parts = contentHtml.split(IMAGE);
  return parts.length === 1 ? contentHtml : parts.join(`<img src="${filesUrl}/files/`);
}

/** Gives each image the address that its token leads to; those that lead nowhere stay as they are. */
export function replaceImages(contentHtml: string, addressOf: (token: string) => string | undefined): string {
  return contentHtml.replace(FILE_NAME, (image, token: string) => {
    const address = addressOf(token);
    return address === undefined ? image : `<img src="${address}"`;
  });
}
