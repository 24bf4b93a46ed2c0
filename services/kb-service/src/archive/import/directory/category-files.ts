import { join } from 'node:path';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { decodeText } from '../decode.ts';
import { attemptAll } from '../problems.ts';
import { folderOf } from './paths.ts';
import { NAME, POSITION } from './yaml/property-kinds.ts';
import { readProperties } from './yaml/read-properties.ts';

export interface CategoryFile {
  path: string;
  name?: string | undefined;
  multipleGuidesName?: string | undefined;
  position?: number | undefined;
  unknown: string[];
}

interface CategoryValues {
  name: string;
  multiple_guides_name: string;
  position: number;
}

const KINDS = { name: NAME, multiple_guides_name: NAME, position: POSITION };

/** @throws AppError `invalid` with a line for each of up to ten invalid files */
export function readCategoryFiles(root: string, paths: string[]): Promise<CategoryFile[]> {
  return attemptAll(paths, (path) => readCategoryFile(root, path));
}

async function readCategoryFile(root: string, path: string): Promise<CategoryFile> {
  if (!folderOf(path)) throw new AppError('invalid', `${path}: only subfolders are categories`);
  const yaml = decodeText(await readSourceFile(join(root, path), path), 'utf-8', path);
  const text = { yaml, place: path, linesAbove: 0, part: 'the file' } as const;
  const { values, unknown } = readProperties<CategoryValues>(text, KINDS);
  const { name, multiple_guides_name: multipleGuidesName, position } = values;
  return { path, name, multipleGuidesName, position, unknown };
}
