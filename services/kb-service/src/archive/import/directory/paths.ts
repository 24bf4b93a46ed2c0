import { extname } from 'node:path';

const KINDS: Record<string, 'html' | 'markdown'> = {
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
};

/** The format of a guide by file extension; undefined for other files. */
export function kindOfFile(path: string): 'html' | 'markdown' | undefined {
  const ending = extname(path).toLowerCase();
  return Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined;
}

/** Whether the file represents its folder: `install/index.html`, `install/README.md`. */
export function isIndex(path: string): boolean {
  return /(?:^|\/)(?:index\.(?:html|htm|xhtml|md|markdown)|readme\.(?:md|markdown))$/i.test(path);
}

export function isCategoryFile(path: string): boolean {
  return /(?:^|\/)category\.yaml$/.test(path);
}

/** The folder of a path; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
