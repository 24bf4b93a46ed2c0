import { MOST_DOCUMENT_BYTES } from '@guidepost/http';
import { byName } from '@guidepost/i18n/text-order';
import type { ContentReader } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { categoriesOfGuides, categoriesOfKnowledgeBase, childCategories } from '../../content/categories.ts';
import { type LinkedRows, linkedRows } from '../../content/guide-records.ts';
import { guidesOfCategories, guidesOfKnowledgeBase, guidesOfTags } from '../../content/included-guides.ts';
import { tagsOfGuides, tagsOfKnowledgeBase } from '../../content/tags.ts';
import { type KnowledgeBase, knowledgeBaseRow } from '../../model/knowledge-base.ts';
import {
  type Inclusion,
  type InclusionRow,
  MAX_INCLUDED,
  type RefusedInclusion,
  type ResourceRow,
} from '../../model/listing.ts';
import type { IncludeTree } from './include-parameter.ts';
import { link, type Resource, type ResourceGraph } from './resource-graph.ts';
import { RESOURCE_TYPES, type ResourceType } from './resource-types.ts';

const INCLUSIONS: Readonly<Record<ResourceType, Readonly<Record<string, Inclusion>>>> = {
  knowledge_base: {
    categories: categoriesOfKnowledgeBase,
    tags: tagsOfKnowledgeBase,
    guides: guidesOfKnowledgeBase,
  },
  guide: { categories: categoriesOfGuides, tags: tagsOfGuides },
  knowledge_base_category: { guides: guidesOfCategories, child_categories: childCategories },
  tag: { guides: guidesOfTags },
};

export interface InclusionScope {
  content: ContentReader;
  knowledgeBase: KnowledgeBase;
  attributesOf: (type: ResourceType) => ReadonlySet<string>;
  mostBytes: number;
  withFallbacks: boolean;
}

/**
 * Loads inclusions, with one statement per relationship of the tree that was not read with the primary data.
 * @returns the type of resources that exceed the limits, if any; the graph is incomplete then
 */
export async function loadInclusions(
  scope: InclusionScope,
  graph: ResourceGraph,
  step: { type: ResourceType; resources: readonly Resource[]; tree: IncludeTree },
): Promise<ResourceType | undefined> {
  for (const [name, below] of step.tree) {
    const target = RESOURCE_TYPES[step.type].relationships[name]?.type;
    if (!target || step.resources.length === 0) continue;
    const resources = await loadRelationship(scope, graph, { ...step, name });
    if (!resources) return target;
    const tooMuch = await loadInclusions(scope, graph, { type: target, resources, tree: below });
    if (tooMuch) return tooMuch;
  }
  return undefined;
}

interface RelationshipStep {
  type: ResourceType;
  resources: readonly Resource[];
  name: string;
}

/** Undefined if the targets exceed the limits. */
async function loadRelationship(
  scope: InclusionScope,
  graph: ResourceGraph,
  { type, resources, name }: RelationshipStep,
): Promise<Resource[] | undefined> {
  const inclusion = INCLUSIONS[type][name];
  if (!inclusion) return linkToKnowledgeBase(scope, graph, { resources, name });
  const target = RESOURCE_TYPES[type].relationships[name]?.type ?? type;
  const linked = resources === graph.primary && linkedRows(resources.map(rowOf), name);
  if (linked) {
    const targets = inOrder(linked.targets, target, scope.knowledgeBase);
    return linkAlong(graph, { resources, name, target, linked: { ...linked, targets } });
  }
  const rows = await scope.content.any<InclusionRow | RefusedInclusion>(
    inclusion({
      knowledgeBaseId: scope.knowledgeBase.id,
      sources: resources.map(({ id }) => (type === 'knowledge_base' ? scope.knowledgeBase.id : id)),
      attributes: scope.attributesOf(target),
      mostBytes: scope.mostBytes,
      withFallbacks: scope.withFallbacks,
    }),
  );
  const read = rows.filter((row) => row.id !== null);
  if (read.length < rows.length) return undefined;
  const ordered = inOrder(read, target, scope.knowledgeBase);
  linkSources(resources, name, type === 'knowledge_base' ? fromAll(resources, ordered) : ordered);
  const targets = ordered.map((row) => graph.add(target, row));
  return graph.includedCount > MAX_INCLUDED ? undefined : targets;
}

/** Tags by name, whose order depends on the language; the database has sorted all others. */
function inOrder<Row extends ResourceRow>(
  rows: Row[],
  target: ResourceType,
  { language }: KnowledgeBase,
): Row[] {
  if (target !== 'tag') return rows;
  return (rows as (Row & { name: string })[]).toSorted(byName(language));
}

const rowOf = ({ attributes }: Resource) => attributes;

interface LinkedStep extends Pick<RelationshipStep, 'resources' | 'name'> {
  target: ResourceType;
  linked: LinkedRows;
}

/** Links targets that were read with their sources. */
function linkAlong(
  graph: ResourceGraph,
  { resources, name, target, linked: { targets, idsOf } }: LinkedStep,
): Resource[] | undefined {
  const places = new Map<number, number>();
  for (const { id } of targets) places.set(id, places.size);
  const byPlace = (one: number, other: number) => (places.get(one) ?? 0) - (places.get(other) ?? 0);
  for (const resource of resources) link(resource, name, idsOf(resource.attributes).sort(byPlace));
  const added = targets.map((row) => graph.add(target, row));
  return graph.includedCount > MAX_INCLUDED ? undefined : added;
}

/** The knowledge base has another id in its documents than its languages have here. */
function fromAll(resources: readonly Resource[], rows: InclusionRow[]): InclusionRow[] {
  const ids = resources.map(({ id }) => id);
  return rows.map((row) => ({ ...row, included_sources: ids }));
}

function linkToKnowledgeBase(
  { knowledgeBase }: InclusionScope,
  graph: ResourceGraph,
  { resources, name }: Pick<RelationshipStep, 'resources' | 'name'>,
): Resource[] {
  for (const resource of resources) link(resource, name, knowledgeBase.main_id);
  return [graph.add('knowledge_base', knowledgeBaseRow(knowledgeBase))];
}

/** Converts targets with their sources to linkage in display order. */
function linkSources(resources: readonly Resource[], name: string, rows: InclusionRow[]): void {
  const links = new Map<number, { place: number; id: number }[]>(resources.map(({ id }) => [id, []]));
  for (const [number, { id, included_sources: sources, included_places: places }] of rows.entries()) {
    for (const [index, source] of sources.entries()) {
      links.get(source)?.push({ place: places?.[index] ?? number, id });
    }
  }
  for (const resource of resources) {
    const targets = links.get(resource.id) ?? [];
    targets.sort((one, other) => one.place - other.place || one.id - other.id);
    const ids = targets.map(({ id }) => id);
    link(resource, name, ids);
  }
}

export function tooMuchIncluded(listAddress: string): AppError {
  return new AppError(
    'invalid',
    `The included resources exceed ${MAX_INCLUDED} resources or ${MOST_DOCUMENT_BYTES} bytes; page through ${listAddress} instead.`,
    { source: { parameter: 'include' } },
  );
}
