import type { components } from './generated/knowledge-base.ts';

type Schemas = components['schemas'];

interface Resources {
  knowledge_base: Schemas['StandardKnowledgeBase'];
  guide: Schemas['StandardGuide'];
  knowledge_base_category: Schemas['StandardCategory'];
  tag: Schemas['StandardTag'];
}

export type ResourceType = keyof Resources;

/** Attributes that only keys with the scope `write` read. */
type WriterAttribute =
  | 'state'
  | 'publish_at'
  | 'updated_at'
  | 'author'
  | 'summary'
  | 'synonyms'
  | 'owner'
  | 'review_months'
  | 'reviewed_on'
  | 'review_on';

type Described<Type extends ResourceType> = Resources[Type]['attributes'];

export type Attributes<Type extends ResourceType> = Required<Omit<Described<Type>, WriterAttribute>> &
  Pick<Described<Type>, Extract<keyof Described<Type>, WriterAttribute>>;

/** The linkage of a relationship: a list, or one or null. */
type Linkage<Type extends ResourceType, Name extends Relationship<Type>> =
  Extract<NonNullable<Resources[Type]['relationships'][Name]>, { data: unknown }> extends { data: infer Data }
    ? Data
    : never;

type Relationship<Type extends ResourceType> = keyof Resources[Type]['relationships'];

type Target<Data> = Data extends readonly { type: infer Type extends ResourceType }[]
  ? Type
  : NonNullable<Data> extends { type: infer Type extends ResourceType }
    ? Type
    : never;

type Related<Data, Path extends string> = Data extends readonly unknown[]
  ? Resource<Target<Data>, Path>[]
  : Resource<Target<Data>, Path> | Extract<Data, null>;

/** Names for `include`: relationships, and with dots those of the related resources, up to three steps. */
export type IncludePath<Type extends ResourceType> = Steps<Type, [1, 1]>;

type Steps<Type extends ResourceType, More extends unknown[]> = {
  [Name in Relationship<Type> & string]:
    | Name
    | (More extends [unknown, ...infer Fewer]
        ? `${Name}.${Steps<Target<Linkage<Type, Name>>, Fewer>}`
        : never);
}[Relationship<Type> & string];

type Head<Path extends string> = Path extends `${infer Name}.${string}` ? Name : Path;

type Tail<Path extends string, Name extends string> = Path extends `${Name}.${infer Rest}` ? Rest : never;

/** A resource with its attributes, and with related resources in the place of the relationships that were included. */
export type Resource<
  Type extends ResourceType,
  Path extends string = never,
  Field extends keyof Attributes<Type> = keyof Attributes<Type>,
> = Pick<Attributes<Type>, Field> & {
  type: Type;
  id: string;
  links: Resources[Type]['links'];
} & {
  [Name in Head<Path> & Relationship<Type> & string]: Related<Linkage<Type, Name>, Tail<Path, Name>>;
};

export type KnowledgeBase<Path extends IncludePath<'knowledge_base'> = never> = Resource<
  'knowledge_base',
  Path
>;
export type Guide<Path extends IncludePath<'guide'> = never> = Resource<'guide', Path>;
export type Category<Path extends IncludePath<'knowledge_base_category'> = never> = Resource<
  'knowledge_base_category',
  Path
>;
export type Tag<Path extends IncludePath<'tag'> = never> = Resource<'tag', Path>;

interface Identifier {
  type: string;
  id: string;
}

interface SentResource extends Identifier {
  attributes: object;
  relationships: object;
  links: object;
}

interface SentDocument {
  data: SentResource | readonly SentResource[];
  included?: readonly SentResource[];
}

interface SentRelationship {
  data?: Identifier | readonly Identifier[] | null;
}

/**
 * The primary resources of a document, each resource one object however often it is related to: categories of a guide
 * may lead back to it.
 */
export function resolveResources({ data, included = [] }: SentDocument): object[] {
  const primary = 'id' in data ? [data] : data;
  const resources = [...primary, ...included];
  const resolved = new Map<string, object>(
    resources.map(({ attributes, relationships: _, ...resource }) => [
      keyOf(resource),
      { ...resource, ...attributes },
    ]),
  );
  const find = (one: Identifier) => resolved.get(keyOf(one)) ?? [];
  for (const resource of resources) {
    for (const [name, { data: linkage }] of Object.entries<SentRelationship>(
      resource.relationships as never,
    )) {
      if (linkage === undefined) continue;
      const related = [linkage ?? []].flat().flatMap(find);
      Object.assign(find(resource), { [name]: Array.isArray(linkage) ? related : (related[0] ?? null) });
    }
  }
  return primary.flatMap(find);
}

function keyOf({ type, id }: Identifier): string {
  return `${type} ${id}`;
}
