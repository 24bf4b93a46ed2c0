import { sha1OfShort, shortOfSha1 } from '@guidepost/fetch';
import { type ArchivedFile, FILES } from '../moved-in/files.ts';
import type { LeftOut } from '../moved-in/left-out.ts';
import type { Store } from './store.ts';

/** Files that posts show, with their places in the backup. */
export interface WantedFiles {
  /** The file at an address of the former forum; undefined if there is none, or if it is not there. */
  find(address: string): ArchivedFile | undefined;
  /** The name in the backup → the path beside the archive. */
  wanted: ReadonlyMap<string, string>;
}

interface UploadRow {
  sha1: string;
  url: string;
  original_filename: string | null;
}

const SHA1 = /\/([0-9a-f]{40})(?=[_.]|$)/;
const SHORT_PATH = /\/uploads\/short-url\/([0-9a-zA-Z]{1,27})(\.[\w.-]{1,20})?$/;

const MOST_FILE_BYTES = 20_000_000;

export function createWantedFiles(store: Store, leftOut: LeftOut): WantedFiles {
  const wanted = new Map<string, string>();
  const missing = new Set<string>();

  function uploadAt(address: string): UploadRow | undefined {
    const [, short, extension = ''] = SHORT_PATH.exec(address) ?? [];
    const sha1 =
      sha1OfShort(short === undefined ? address : `upload://${short}${extension}`) ?? SHA1.exec(address)?.[1];
    const statement = 'select sha1, url, original_filename from uploads where';
    const byHash = sha1 === undefined ? undefined : store.get<UploadRow>(`${statement} sha1 = ?`, sha1);
    return byHash ?? store.get<UploadRow>(`${statement} url = ?`, address);
  }

  function leave(upload: string, reason: 'missing_files' | 'large_files'): undefined {
    if (!missing.has(upload)) leftOut.add(reason);
    missing.add(upload);
    return undefined;
  }

  return {
    wanted,
    find(address) {
      const upload = uploadAt(address);
      if (!upload) return leave(address, 'missing_files');
      const name = nameInBackup(upload.url);
      const file = store.get<{ content: string; size: number }>(
        'select content, (select c.size from archived_files c where c.name = f.content) as size from archived_files f where name = ?',
        name,
      );
      if (!file || file.size === null) return leave(name, 'missing_files');
      if (file.size > MOST_FILE_BYTES) return leave(name, 'large_files');
      const path = `${FILES}/${upload.sha1}${extensionOf(upload.url)}`;
      wanted.set(file.content, path);
      return {
        path,
        name: upload.original_filename || path.slice(FILES.length + 1),
        addresses: addressesOf(upload),
      };
    },
  };
}

/** Both ways in which posts link to an upload; none for one without a hash. */
function addressesOf({ sha1, url }: UploadRow): string[] {
  if (!/^[0-9a-f]{40}$/.test(sha1)) return [];
  const short = shortOfSha1(sha1, extensionOf(url).slice(1)).replace(/^upload:\/\//, '');
  return [`discourse:upload:${sha1}`, `/uploads/short-url/${short}`];
}

/** `//cdn.example/uploads/default/original/1X/….png` → `original/1X/….png` */
function nameInBackup(url: string): string {
  const start = url.indexOf('/original/');
  return start < 0 ? url : url.slice(start + 1).replace(/[?#].*$/s, '');
}

function extensionOf(url: string): string {
  return /\.[a-z0-9]{1,10}$/i.exec(url)?.[0].toLowerCase() ?? '';
}

/** The meaning of an address of the former forum. */
export type OldAddress =
  | { kind: 'upload'; address: string }
  | { kind: 'page'; path: string }
  | { kind: 'nothing' }
  | { kind: 'other'; address: string };

/** @param site the former forum; undefined if it is not known, so that only relative addresses are of it */
export function readOldAddress(written: string, site: URL | undefined): OldAddress {
  if (/^upload:/i.test(written)) return { kind: 'upload', address: written };
  const base = site ?? UNKNOWN_SITE;
  const url = URL.parse(written, base);
  if (!url || !/^https?:$/.test(url.protocol)) return { kind: 'nothing' };
  const isUpload = /\/uploads\/(?:short-url\/|[^/]+\/(?:original|optimized)\/)/.test(url.pathname);
  if (url.host !== base.host) {
    // A network of its own for files: their names are hashes.
    return isUpload && SHA1.test(url.pathname)
      ? { kind: 'upload', address: url.pathname }
      : { kind: 'other', address: url.href };
  }
  if (isUpload) return { kind: 'upload', address: url.pathname };
  if (PAGES.test(url.pathname)) return { kind: 'page', path: `${url.pathname}${url.hash}` };
  return site ? { kind: 'other', address: url.href } : { kind: 'nothing' };
}

const UNKNOWN_SITE = new URL('https://forum.invalid/');

/** Pages that have an address here after an import. */
const PAGES = /^\/(?:t|p|c|tag|tags)\//;
