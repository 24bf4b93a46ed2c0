import { type DocumentShape, STANDARD_SHAPE, STRICT_SHAPE } from './document.ts';
import { type Negotiation, STANDARD_NEGOTIATION, STRICT_NEGOTIATION } from './negotiation.ts';

/** One of the places where the API is served: the same handlers, another path, document shape and negotiation. */
export interface Mount {
  path: string;
  shape: DocumentShape;
  negotiation: Negotiation;
}

export const STRICT_MOUNT: Mount = {
  path: '/knowledge/v1',
  shape: STRICT_SHAPE,
  negotiation: STRICT_NEGOTIATION,
};

/** For off-the-shelf clients, which lose inclusions that are wrapped: JSON:API 1.1 to the letter. */
const STANDARD_MOUNT: Mount = {
  path: '/jsonapi/knowledge/v1',
  shape: STANDARD_SHAPE,
  negotiation: STANDARD_NEGOTIATION,
};

export const MOUNTS: readonly Mount[] = [STRICT_MOUNT, STANDARD_MOUNT];

/** The mount that a path belongs to, known or not; what belongs to none is answered as the seed's. */
export function mountOf(path: string): Mount {
  return MOUNTS.find((mount) => path === mount.path || path.startsWith(`${mount.path}/`)) ?? STRICT_MOUNT;
}
