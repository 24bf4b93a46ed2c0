interface Identifier {
  type: string;
  id: string;
}

interface Relationship {
  data?: Identifier | Identifier[] | null;
  links?: object;
  meta?: object;
}

interface Resource extends Identifier {
  relationships?: Record<string, Relationship>;
}

export interface CompoundDocument {
  data?: Resource | Resource[];
  included?: Resource[];
}

/**
 * Violations of JSON:API 1.1 in a compound document: duplicate resources, empty relationships, unresolved linkage,
 * and missing "full linkage".
 */
export function findLinkageProblems(document: CompoundDocument): string[] {
  const primary = [document.data ?? []].flat();
  const { included = [] } = document;
  const resources = new Map([...primary, ...included].map((resource) => [nameOf(resource), resource]));
  const reached = reachedFrom(primary, resources);
  return [
    ...duplicates([...primary, ...included].map(nameOf)).map((name) => `${name} is shown twice`),
    ...[...resources.values()].flatMap(emptyRelationships),
    ...[...reached]
      .filter((name) => !resources.has(name))
      .map((name) => `${name} is linked to, but not there`),
    ...included
      .map(nameOf)
      .filter((name) => !reached.has(name))
      .map((name) => `nothing leads to ${name}`),
  ];
}

function reachedFrom(primary: Resource[], resources: ReadonlyMap<string, Resource>): Set<string> {
  const reached = new Set(primary.map(nameOf));
  for (const name of reached) {
    for (const { data } of Object.values(resources.get(name)?.relationships ?? {}))
      for (const identifier of [data ?? []].flat()) reached.add(nameOf(identifier));
  }
  return reached;
}

function emptyRelationships(resource: Resource): string[] {
  return Object.entries(resource.relationships ?? {})
    .filter(([, { data, links, meta }]) => data === undefined && !links && !meta)
    .map(([relationship]) => `${relationship} of ${nameOf(resource)} says nothing`);
}

function duplicates(names: string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function nameOf({ type, id }: Identifier): string {
  return `${type} ${id}`;
}
