import { type DocumentShape, SEED_SHAPE } from './document.ts';

/** One of the places where the API is served: the same handlers, another path and document shape. */
export interface Mount {
  path: string;
  shape: DocumentShape;
}

export const SEED_MOUNT: Mount = { path: '/knowledge/v1', shape: SEED_SHAPE };

export const MOUNTS: readonly Mount[] = [SEED_MOUNT];
