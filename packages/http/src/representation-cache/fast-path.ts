import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger, Metrics } from '@guidepost/service-kit';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { sendRepresentation } from '../responses/send-representation.ts';
import { hasOneHost } from '../server/require-host.ts';
import type { KeptRepresentations } from './kept-representations.ts';

export interface FastPathEntry {
  /** The representation's tenant and revision. */
  readonly tenant: { readonly id: number; readonly revision: number };
  readonly key: string;
  readonly route: string;
  /** A side effect of every request, such as counting a view. */
  readonly onAnswer?: ((request: IncomingMessage) => void) | undefined;
}

export interface FastPath {
  /** Answers if possible; otherwise does nothing and returns false. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** For a GET that depends only on target and `variantOf`. The second one adds it: unique targets evict nothing. */
  remember(request: Request, entry: FastPathEntry): void;
}

export interface FastPathOptions {
  readonly kept: KeptRepresentations;
  /** Whether this is the latest revision known to this instance. */
  readonly isCurrent: (tenantId: number, revision: number) => boolean;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Whether the answer to a request may be for one person; such requests take the long way. */
  readonly isPersonal?: (request: IncomingMessage) => boolean;
  /** Distinguishes requests for the same target, e.g. by `Accept`. */
  readonly variantOf?: (request: IncomingMessage) => string;
}

/** Bytes of all entries; representations are bounded separately. */
const MOST_KEPT_BYTES = 8_000_000;

/** Bytes of targets requested once. */
const MOST_CANDIDATE_BYTES = 1_000_000;

const OVERHEAD = 500;

const LONGEST_NAME = 1_000;

/** One of this many responses is logged. */
const SAMPLE = 100;

/**
 * The fast path applies to targets requested before without a key, while the tenant's revision is the latest this
 * instance knows. It makes no decisions, so services that limit reads must not use it.
 */
export function createFastPath(options: FastPathOptions): FastPath {
  const { kept, isCurrent, logger, metrics, variantOf, isPersonal } = options;
  const byName = new LRUCache<string, FastPathEntry>({
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: ({ key }, name) => 2 * (name.length + key.length) + OVERHEAD,
  });
  const candidates = new LRUCache<string, true>({
    maxSize: MOST_CANDIDATE_BYTES,
    sizeCalculation: (_, name) => 2 * name.length + OVERHEAD,
  });
  let answered = 0;

  function nameOf(target: string, request: IncomingMessage): string {
    const variant = variantOf?.(request);
    return variant ? `${target} ${variant}` : target;
  }

  function observe(method: string, { route }: FastPathEntry, status: number, started: number): void {
    metrics.observeRequest({ method, route, status }, (performance.now() - started) / 1_000);
    answered += 1;
    if (answered % SAMPLE === 0) logger.info({ method, route, status, sampled: SAMPLE }, 'request');
  }

  return {
    answer(request, response) {
      const { method = '', url = '', headers } = request;
      if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
      if (headers.cookie !== undefined && isPersonal?.(request)) return false;
      const name = nameOf(url, request);
      const entry = hasOneHost(request) ? byName.get(name) : undefined;
      if (!entry) return false;
      const { tenant, key } = entry;
      const representation = isCurrent(tenant.id, tenant.revision) ? kept.find(key, request) : undefined;
      if (!representation) return false;
      const started = performance.now();
      entry.onAnswer?.(request);
      sendRepresentation(request, response, representation);
      observe(method, entry, response.statusCode, started);
      return true;
    },
    remember(request, entry) {
      const name = nameOf(request.originalUrl, request);
      if (name.length > LONGEST_NAME) return;
      if (byName.has(name) || candidates.get(name)) byName.set(name, entry);
      else candidates.set(name, true);
    },
  };
}
