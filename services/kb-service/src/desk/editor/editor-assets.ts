import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { entityTag, type Representation } from '@guidepost/http';
import { type BundledFile, bundleEditor } from './bundle-editor.ts';

export interface EditorAsset extends Required<Pick<Representation, 'entityTag' | 'codings'>> {
  type: string;
  body: Uint8Array;
}

/** The files that browsers load for the editor. */
export interface EditorAssets {
  /** Part of the addresses, so that cached files never change. */
  hash: string;
  /** Addresses for `<script type="module">` and `<link rel="stylesheet">`. */
  script: string;
  style: string;
  find(name: string): EditorAsset | undefined;
}

/** Below which the files are served. */
export const EDITOR_PATH = '/desk/editor';

/** Made by `npm run build`; a service that runs from sources has none. */
const BUILT = new URL('./bundle/', import.meta.url);

/** Takes a second where nothing was built. */
export async function loadEditorAssets(): Promise<EditorAssets> {
  const files = existsSync(BUILT) ? await readBuilt() : await bundleEditor();
  const hashed = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const digest = hash('sha256', Buffer.concat(hashed.map(({ content }) => content)), 'base64url').slice(
    0,
    12,
  );
  const assets = new Map(files.map((file) => [file.name, describeAsset(file)]));
  const address = (name: string) => `${EDITOR_PATH}/${digest}/${name}`;
  return {
    hash: digest,
    script: address('editor.js'),
    style: address('style.css'),
    find: (name) => assets.get(name),
  };
}

async function readBuilt(): Promise<BundledFile[]> {
  const names = await readdir(BUILT);
  return Promise.all(names.map(async (name) => ({ name, content: await readFile(new URL(name, BUILT)) })));
}

const makeBrotli = promisify(brotliCompress);

function describeAsset({ name, content }: BundledFile): EditorAsset {
  const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  // Better than what is made for each answer, since it is made once.
  const brotli = makeBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return { type, body: content, entityTag: entityTag(content), codings: new Map([['br', brotli]]) };
}
