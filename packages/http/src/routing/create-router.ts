import { Router } from 'express';

/** How the paths of a router are compared with those of requests. */
export interface RouterOptions {
  /** Refuses a trailing slash, for files: each has one address. */
  strict?: boolean;
}

/**
 * A router on which paths are case sensitive (`/Guides` is not `/guides`), as slugs and ids are. One trailing slash is
 * tolerated unless the router is strict, which is Express's default: people and proxies add it.
 *
 * An application's own paths, those of `app.use(path, router)` too, follow `app.enable('case sensitive
 * routing')`.
 */
export function createRouter({ strict = false }: RouterOptions = {}): Router {
  return Router({ caseSensitive: true, strict });
}
