import { type Negotiation, STANDARD_NEGOTIATION, STRICT_NEGOTIATION } from './negotiation.ts';

export interface DocumentShape {
  version: string;
  /** Whether `fields` also restricts relationships, as JSON:API says, or only attributes. */
  fieldsRestrictRelationships: boolean;
  /** The relationship object without linkage. */
  emptyRelationship: (links: Record<string, string>, name: string) => object;
  /** The texts before and after each included resource. */
  wrapping: readonly [before: string, after: string];
}

/** Documents of the contract: relationships are `{}` unless included, and inclusions are wrapped in an object. */
const STRICT_SHAPE: DocumentShape = {
  version: '1.0',
  fieldsRestrictRelationships: false,
  emptyRelationship: () => ({}),
  wrapping: ['{"data":', '}'],
};

/** JSON:API 1.1, which forbids empty relationship objects. Related URLs end in the name of the relationship. */
const STANDARD_SHAPE: DocumentShape = {
  version: '1.1',
  fieldsRestrictRelationships: true,
  emptyRelationship: ({ self = '' }, name) => {
    const [path, ...query] = self.split('?');
    return { links: { related: [[path, name].join('/'), ...query].join('?') } };
  },
  wrapping: ['', ''],
};

/** A base path of the API, with its document format and content negotiation. */
export interface Mount {
  path: string;
  shape: DocumentShape;
  negotiation: Negotiation;
  /** Whether keys that may write can do so here, and see what readers do not. */
  writable: boolean;
}

export const STRICT_MOUNT: Mount = {
  path: '/knowledge/v1',
  shape: STRICT_SHAPE,
  negotiation: STRICT_NEGOTIATION,
  writable: false,
};

/** Standard JSON:API 1.1, for client libraries that cannot read wrapped inclusions. */
export const STANDARD_MOUNT: Mount = {
  path: '/jsonapi/knowledge/v1',
  shape: STANDARD_SHAPE,
  negotiation: STANDARD_NEGOTIATION,
  writable: true,
};

export const MOUNTS: readonly Mount[] = [STRICT_MOUNT, STANDARD_MOUNT];

/** The mount of a path, which may be unknown; the default is that of the contract. */
export function mountOf(path: string): Mount {
  return MOUNTS.find((mount) => path === mount.path || path.startsWith(`${mount.path}/`)) ?? STRICT_MOUNT;
}
