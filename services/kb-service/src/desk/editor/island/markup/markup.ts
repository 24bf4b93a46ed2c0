/** In the order of the source; an attribute without a value, such as `checked`, has null. */
export type Attributes = readonly (readonly [name: string, value: string | null])[];

export interface MarkupText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface MarkupElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly MarkupNode[];
  /** Offsets of the element in its source, tags included. */
  readonly start: number;
  readonly end: number;
}

export type MarkupNode = MarkupText | MarkupElement;

export function isText(node: MarkupNode): node is MarkupText {
  return 'text' in node;
}

export function attributeOf(attributes: Attributes, name: string): string | null | undefined {
  return attributes.find(([known]) => known === name)?.[1];
}

/** In the place that the attribute had, else last. */
export function withAttribute(attributes: Attributes, name: string, value: string | null): Attributes {
  const isKnown = attributes.some(([known]) => known === name);
  if (!isKnown) return [...attributes, [name, value]];
  return attributes.map((attribute) => (attribute[0] === name ? [name, value] : attribute));
}

export function withoutAttribute(attributes: Attributes, name: string): Attributes {
  return attributes.filter(([known]) => known !== name);
}

export function classesOf(attributes: Attributes): string[] {
  return attributeOf(attributes, 'class')?.split(/\s+/).filter(Boolean) ?? [];
}

export function withClasses(attributes: Attributes, classes: readonly string[]): Attributes {
  return classes.length === 0
    ? withoutAttribute(attributes, 'class')
    : withAttribute(attributes, 'class', classes.join(' '));
}
