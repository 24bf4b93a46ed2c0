import { isNotModified } from '../entity-tags.ts';
import { securityHeaders } from '../security-headers.ts';
import type { HeaderFields, Representation } from './representation.ts';

export interface ServedFile {
  media_type: string;
  /** SHA-256, hexadecimal. */
  digest: string;
  /** Null unless asked for. */
  bytes: Buffer | null;
}

/** Keeps browsers from running content that they misinterpret. */
const SANDBOXED = securityHeaders({ policy: { 'frame-ancestors': "'none'", sandbox: [] } });

/**
 * A file that was uploaded, for anyone who has its address. Its bytes are read only if the client does not have them.
 * @param options.condition the `If-None-Match` field
 */
export async function representFile<File extends ServedFile>(options: {
  condition: string | undefined;
  read: (withBytes: boolean) => Promise<File>;
  headersOf: (file: File) => HeaderFields;
}): Promise<Representation> {
  const { condition, read, headersOf } = options;
  const known = condition === undefined ? undefined : await read(false);
  const file = known && isNotModified(condition, entityTagOf(known)) ? known : await read(true);
  return {
    status: 200,
    headers: {
      'Content-Type': file.media_type,
      ...headersOf(file),
      ...SANDBOXED,
      'Accept-Ranges': 'none',
    },
    entityTag: entityTagOf(file),
    ...(file.bytes && { body: file.bytes }),
  };
}

function entityTagOf({ digest }: ServedFile): string {
  return `"${digest.slice(0, 32)}"`;
}
