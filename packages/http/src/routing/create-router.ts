import { Router } from 'express';

/** How a router matches paths. */
export interface RouterOptions {
  /** Refuses a trailing slash, for files: each has a single URL. */
  strict?: boolean;
}

/**
 * A router with case-sensitive paths (`/Guides` is not `/guides`), like slugs and ids. Unless strict, it tolerates a
 * trailing slash, as people and proxies add one. Paths of `app.use(path, router)` depend on `app.enable('case sensitive
 * routing')` instead.
 */
export function createRouter({ strict = false }: RouterOptions = {}): Router {
  return Router({ caseSensitive: true, strict });
}
