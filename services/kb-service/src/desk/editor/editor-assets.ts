import { readdir, readFile } from 'node:fs/promises';
import { type Asset, describeAsset, type ServedAssets } from '@guidepost/pages';
import { type BundledFile, bundleEditor } from './bundle-editor.ts';

export interface EditorAddresses {
  script: string;
  style: string;
}

/** The editor's script, its parts and its stylesheet. */
export interface EditorAssets extends ServedAssets {
  addresses(): Promise<EditorAddresses>;
}

const PATH = '/desk/editor';

/** Where the build has put the bundle. */
const BUNDLE = new URL('./bundle/', import.meta.url);

/** Bundled by the build, or from sources when it is needed first. */
export function createEditorAssets(): EditorAssets {
  let loading: Promise<ReadonlyMap<string, Asset>> | undefined;

  function load(): Promise<ReadonlyMap<string, Asset>> {
    loading ??= loadFiles().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    path: PATH,
    find: async (name) => (await load()).get(name),
    async addresses() {
      const files = await load();
      const addressOf = (name: string) => `${PATH}/${files.get(name)?.hash}/${name}`;
      return { script: addressOf('editor.js'), style: addressOf('style.css') };
    },
  };
}

async function loadFiles(): Promise<ReadonlyMap<string, Asset>> {
  const files = (await readBundle()) ?? (await bundleEditor());
  return new Map(files.map(({ name, content }) => [name, describeFile(name, content)]));
}

async function readBundle(): Promise<BundledFile[] | undefined> {
  const names = await readdir(BUNDLE).catch(() => undefined);
  return (
    names &&
    Promise.all(names.map(async (name) => ({ name, content: await readFile(new URL(name, BUNDLE)) })))
  );
}

function describeFile(name: string, content: Uint8Array): Asset {
  const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
  return describeAsset(`${type}; charset=utf-8`, Buffer.from(content).toString());
}
