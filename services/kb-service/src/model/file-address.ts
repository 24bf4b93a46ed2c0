/** The images that guides may have, by media type, with the ending of their names. */
export const IMAGE_ENDINGS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;

export type ImageType = keyof typeof IMAGE_ENDINGS;

/** What tells an image from all others: 128 random bits, and its type. */
export interface FileName {
  token: string;
  ending: string;
}

const NAME = /^([A-Za-z0-9_-]{22})\.([a-z]{3,4})$/;
const ADDRESS = /^\/files\/([A-Za-z0-9_-]{22}\.[a-z]{3,4})$/;

/** Where the service serves a file; content knows it by this address. */
export function fileAddress(token: string, type: ImageType): string {
  return `/files/${token}.${IMAGE_ENDINGS[type]}`;
}

/** Whether it is the address of one of our files, and nothing else. */
export function isFileAddress(address: string): boolean {
  return ADDRESS.test(address);
}

/** The last step of a file's address, or undefined when it cannot be one. */
export function parseFileName(name: string): FileName | undefined {
  const [, token, ending] = NAME.exec(name) ?? [];
  return token !== undefined && ending !== undefined ? { token, ending } : undefined;
}
