import { Router } from 'express';

/**
 * A router on which paths are case sensitive (`/Guides` is not `/guides`), as slugs and ids are. One trailing
 * slash is tolerated, Express's default: people and proxies add it, and no address of ours differs from
 * another only by it.
 *
 * An application's own paths, those of `app.use(path, router)` too, follow `app.enable('case sensitive
 * routing')`.
 */
export function createRouter(): Router {
  return Router({ caseSensitive: true, strict: false });
}
