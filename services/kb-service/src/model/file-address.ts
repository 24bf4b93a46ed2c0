import { IMAGE_ENDINGS, type ImageType } from '@guidepost/files/image-type';

/** The random name of a file (128 bits) and its type. */
export interface FileName {
  token: string;
  ending: string;
}

const NAME = /^([A-Za-z0-9_-]{22})\.([a-z]{3,4})$/;
const ADDRESS = /^\/files\/([A-Za-z0-9_-]{22}\.[a-z]{3,4})$/;

/** The path of a file, as it stands in content. */
export function fileAddress(token: string, type: ImageType): string {
  return `/files/${token}.${IMAGE_ENDINGS[type]}`;
}

export function isFileAddress(address: string): boolean {
  return ADDRESS.test(address);
}

export function parseFileName(name: string): FileName | undefined {
  const [, token, ending] = NAME.exec(name) ?? [];
  return token !== undefined && ending !== undefined ? { token, ending } : undefined;
}
