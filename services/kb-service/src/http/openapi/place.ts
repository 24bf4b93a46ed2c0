import type { Method } from '@guidepost/openapi';
import type { Mount } from '../json-api/mount.ts';

/** Where an operation is. */
export interface Place {
  mount: Mount;
  /** Below the mount: `/:host/guides/:id`. */
  pattern: string;
  method: Method;
}
