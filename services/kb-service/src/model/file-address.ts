import { ENDINGS } from '@guidepost/files/types';

/** The random name of a file (128 bits) and its type. */
export interface FileName {
  token: string;
  ending: string;
}

/** The parts of which the address of a file is made. */
export interface FileIdentity {
  token: string;
  media_type: string;
  /** Null for an image that pages show; others are downloaded under their names. */
  name: string | null;
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/;
const NAME = /^([A-Za-z0-9_-]{22})\.([a-z0-9]{3,4})$/;
const IMAGE_ADDRESS = /^\/files\/([A-Za-z0-9_-]{22}\.[a-z]{3,4})$/;
const DOWNLOAD_ADDRESS = /^\/files\/([A-Za-z0-9_-]{22})\/([^/?#"<>\s]+)$/;

/** The path of a file, as it stands in content: `/files/<token>.png`, or `/files/<token>/<name>` of a download. */
export function fileAddress({ token, media_type, name }: FileIdentity): string {
  return name === null
    ? `/files/${token}.${ENDINGS[media_type]}`
    : `/files/${token}/${encodeURIComponent(name)}`;
}

/** Whether it is the path of a stored image. */
export function isFileAddress(address: string): boolean {
  return IMAGE_ADDRESS.test(address);
}

/** The token in the path of a download; undefined for all other addresses. */
export function downloadToken(address: string): string | undefined {
  return DOWNLOAD_ADDRESS.exec(address)?.[1];
}

/** The name in the path of a download; undefined for all other addresses. */
export function downloadName(address: string): string | undefined {
  const [, , name] = DOWNLOAD_ADDRESS.exec(address) ?? [];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

export function parseFileName(name: string): FileName | undefined {
  const [, token, ending] = NAME.exec(name) ?? [];
  return token !== undefined && ending !== undefined ? { token, ending } : undefined;
}

/** The steps of a path below `/files/`. */
export interface FileParameters {
  /** The token of a download. */
  token?: string;
  name: string;
}

export function tokenIn({ token, name }: FileParameters): string | undefined {
  if (token === undefined) return parseFileName(name)?.token;
  return TOKEN.test(token) ? token : undefined;
}

/** Whether this is the one path of a file. */
export function isPathOf({ token, name }: FileParameters, file: FileIdentity): boolean {
  if (token !== undefined) return token === file.token && name === file.name;
  return file.name === null && name === `${file.token}.${ENDINGS[file.media_type]}`;
}
