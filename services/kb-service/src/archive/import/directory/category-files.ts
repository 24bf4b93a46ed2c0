import { join } from 'node:path';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { decodeText } from '../decode.ts';
import { attempt, type LeftOut } from '../problems.ts';
import { folderOf } from './paths.ts';
import { DESCRIPTION, NAME, POSITION, readProperties } from './properties.ts';
import { readYaml } from './read-yaml.ts';

export interface CategoryFile {
  path: string;
  name?: string | undefined;
  multipleGuidesName?: string | undefined;
  description?: string | undefined;
  position?: number | undefined;
  unknown: string[];
  /** Why it is not read; an existing category then stays as it is. */
  leftOut?: LeftOut | undefined;
}

interface CategoryValues {
  name: string;
  label: string;
  multiple_guides_name: string;
  description: string;
  position: number;
}

/** `label` is Docusaurus's name. */
const KINDS = {
  name: NAME,
  label: NAME,
  multiple_guides_name: NAME,
  description: DESCRIPTION,
  position: POSITION,
};

export async function readCategoryFiles(root: string, paths: string[]): Promise<CategoryFile[]> {
  const files: CategoryFile[] = [];
  for (const path of paths) {
    const read = await attempt({ place: path, slugs: [] }, () => readCategoryFile(root, path));
    files.push('leftOut' in read ? { path, unknown: [], leftOut: read.leftOut } : read.result);
  }
  return files;
}

async function readCategoryFile(root: string, path: string): Promise<CategoryFile> {
  if (!folderOf(path)) throw new AppError('invalid', `${path}: only subfolders are categories`);
  const text = decodeText(await readSourceFile(join(root, path), path), 'utf-8', path);
  const entries = readYaml({ text, place: path, linesAbove: 0, part: 'the file' });
  if (!entries)
    throw new AppError('invalid', `${path}: line 1: the file must be a mapping such as "name: Install"`);
  const { values, others } = readProperties<CategoryValues>(entries, KINDS, path);
  const { label, name = label, multiple_guides_name: multipleGuidesName, description, position } = values;
  return { path, name, multipleGuidesName, description, position, unknown: others.map(({ key }) => key) };
}
