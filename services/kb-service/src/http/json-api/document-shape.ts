export interface DocumentShape {
  version: string;
  /** Whether `fields` also restricts relationships, as JSON:API says, or only attributes. */
  fieldsRestrictRelationships: boolean;
  /** The relationship object without linkage. */
  emptyRelationship: (links: Record<string, string>, name: string) => object;
  /** What is written before and after each included resource. */
  wrapping: readonly [before: string, after: string];
}

/** Documents of the contract: relationships are `{}` unless included, and inclusions are wrapped in an object. */
export const STRICT_SHAPE: DocumentShape = {
  version: '1.0',
  fieldsRestrictRelationships: false,
  emptyRelationship: () => ({}),
  wrapping: ['{"data":', '}'],
};

/** JSON:API 1.1, which forbids empty relationship objects. Related URLs end in the name of the relationship. */
export const STANDARD_SHAPE: DocumentShape = {
  version: '1.1',
  fieldsRestrictRelationships: true,
  emptyRelationship: ({ self }, name) => ({ links: { related: [self, name].join('/') } }),
  wrapping: ['', ''],
};
