import type { Parameter } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import {
  findRelationship,
  RESOURCE_TYPE_NAMES,
  RESOURCE_TYPES,
  type ResourceType,
} from './resource-types.ts';

/** Relationships to include, with those of their targets. */
export type IncludeTree = Map<string, IncludeTree>;

const MAX_PATH_DEPTH = 3;

/** `include` for a type; its schema lists the names, and `parseInclude` checks paths. */
export function includeParameter(type: ResourceType): Parameter {
  const own = Object.keys(RESOURCE_TYPES[type].relationships);
  const first = namesOf([type]).join('|');
  const next = namesOf(RESOURCE_TYPE_NAMES).join('|');
  return {
    name: 'include',
    description: `Related resources to return under \`included\`: ${own.map((name) => `\`${name}\``).join(', ')}, or the types of their targets. A dot continues a path (\`${own.at(-1)}.${next.split('|')[0]}\`), up to ${MAX_PATH_DEPTH} steps.`,
    schema: {
      type: 'array',
      items: {
        type: 'string',
        pattern: `^((${first})(\\.(${next})){0,${MAX_PATH_DEPTH - 1}})?$`,
        description: `${own.join(', ')} or a path of up to ${MAX_PATH_DEPTH} relationships that begins with one of them`,
      },
    },
    example: own.at(-1) ?? '',
  };
}

/** Names of the relationships of these types, and of their target types. */
function namesOf(types: readonly ResourceType[]): string[] {
  const relationships = types.flatMap((type) => Object.entries(RESOURCE_TYPES[type].relationships));
  return [...new Set(relationships.flatMap(([name, { type }]) => [name, type]))];
}

/** Relationships whose targets fit into any answer, since a change must not fail when it has been made. */
const BOUNDED: Readonly<Record<ResourceType, readonly string[]>> = {
  knowledge_base: [],
  guide: ['knowledge_base', 'categories', 'tags'],
  knowledge_base_category: ['knowledge_base'],
  tag: ['knowledge_base'],
};

/** `include` for the answer to a change. */
export function boundedIncludeParameter(type: ResourceType): Parameter {
  const own = BOUNDED[type];
  const targets = own.flatMap((name) => RESOURCE_TYPES[type].relationships[name]?.type ?? []);
  return {
    name: 'include',
    description: `Related resources to return under \`included\`: ${own.map((name) => `\`${name}\``).join(', ')}, or the types of their targets.`,
    schema: {
      type: 'array',
      items: {
        type: 'string',
        pattern: `^(${[...new Set([...own, ...targets])].join('|')})?$`,
        description: own.join(', '),
      },
    },
    example: own.at(-1) ?? '',
  };
}

/** @throws AppError `invalid` for a path that no relationship has */
export function parseInclude(type: ResourceType, paths: readonly string[]): IncludeTree {
  const tree: IncludeTree = new Map();
  for (const path of paths) {
    if (path !== '') addPath(tree, type, path.split('.'));
  }
  return tree;
}

function addPath(root: IncludeTree, type: ResourceType, names: string[]): void {
  let tree = root;
  let source = type;
  for (const name of names) {
    const found = findRelationship(source, name);
    if (!found) throw invalidInclude(`"${name}" is not a relationship of the type ${source}.`);
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
