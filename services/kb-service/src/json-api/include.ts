import { AppError } from '@guidepost/service-kit';
import { findRelationship, type ResourceType } from './resource-types.ts';

/** What to include, as a tree: relationships of the primary type, below them those of what they lead to. */
export type IncludeTree = Map<string, IncludeTree>;

const DEEPEST_PATH = 3;

/**
 * Parses `include`: relationship or type names separated by commas, paths of up to three by dots.
 * @throws AppError `invalid` for a name that leads nowhere or a path that is too long
 */
export function parseInclude(type: ResourceType, value: string | undefined): IncludeTree {
  const tree: IncludeTree = new Map();
  for (const path of (value ?? '').split(',')) {
    const names = path.trim();
    if (names !== '') addPath(tree, type, names.split('.'));
  }
  return tree;
}

function addPath(root: IncludeTree, type: ResourceType, names: string[]): void {
  if (names.length > DEEPEST_PATH) {
    throw invalidInclude(`"${names.join('.')}" has more than ${DEEPEST_PATH} steps.`);
  }
  let tree = root;
  let source = type;
  for (const name of names) {
    const found = findRelationship(source, name);
    if (!found) throw invalidInclude(`"${name}" is no relationship of the type ${source}.`);
    const [relationship, { type: target }] = found;
    const below: IncludeTree = tree.get(relationship) ?? new Map();
    tree.set(relationship, below);
    tree = below;
    source = target;
  }
}

function invalidInclude(detail: string): AppError {
  return new AppError('invalid', detail, { source: { parameter: 'include' } });
}
