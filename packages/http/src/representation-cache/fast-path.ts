import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger, Metrics } from '@guidepost/service-kit';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { sendRepresentation } from '../responses/send-representation.ts';
import { countHosts } from '../routing/require-host.ts';
import type { KeptRepresentations } from './kept-representations.ts';

/** How a request is answered that is the same as one before. */
export interface FastPathEntry {
  /** The tenant and the revision that the representation is of. */
  readonly tenant: { readonly id: number; readonly revision: number };
  /** Of the representation among those that are kept. */
  readonly key: string;
  /** The route's pattern, for metrics. */
  readonly route: string;
  /** What every request for it does besides, such as counting a view. */
  readonly onAnswer?: ((request: IncomingMessage) => void) | undefined;
}

/** Answers to requests that were judged and answered before in the same words, without going that way again. */
export interface FastPath {
  /** Answers, unless it takes more than memory; then it has done nothing. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * For a GET that depends on nothing but its target and what `variantOf` tells of it; from the second one on, so that
   * targets which are all different push out none.
   */
  remember(request: Request, entry: FastPathEntry): void;
}

export interface FastPathOptions {
  readonly kept: KeptRepresentations;
  /** Whether the revision is the latest that this instance knows of. */
  readonly isCurrent: (tenantId: number, revision: number) => boolean;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** What tells requests for the same target apart, such as `Accept`; nothing unless set. */
  readonly variantOf?: (request: IncomingMessage) => string;
}

/** Bytes for all shortcuts; what they lead to is bounded by itself. */
const MOST_BYTES = 8_000_000;

/** Bytes for the names of requests that may get one. */
const MOST_CANDIDATE_BYTES = 1_000_000;

/** Bytes that one takes besides its texts. */
const OVERHEAD = 500;

/** Of a target with its variant. */
const LONGEST_NAME = 1_000;

/** One line of the log stands for so many answers. */
const SAMPLE = 100;

/**
 * A request takes a shortcut when its target was asked for before, without a key, and its tenant's revision is still
 * the latest that this instance has heard of. It says how the request is answered, but takes no decision for others:
 * whoever limits reads must not use shortcuts.
 */
export function createFastPath(options: FastPathOptions): FastPath {
  const { kept, isCurrent, logger, metrics, variantOf } = options;
  const byName = new LRUCache<string, FastPathEntry>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ key }, name) => 2 * (name.length + key.length) + OVERHEAD,
  });
  const candidates = new LRUCache<string, true>({
    maxSize: MOST_CANDIDATE_BYTES,
    sizeCalculation: (_, name) => 2 * name.length + OVERHEAD,
  });
  let answered = 0;

  const nameOf = (target: string, request: IncomingMessage) =>
    variantOf ? `${target} ${variantOf(request)}` : target;

  function observe(method: string, { route }: FastPathEntry, status: number, started: number): void {
    metrics.observeRequest({ method, route, status }, (performance.now() - started) / 1_000);
    answered += 1;
    if (answered % SAMPLE === 0) logger.info({ method, route, status, sampled: SAMPLE }, 'request');
  }

  return {
    answer(request, response) {
      const { method = '', url = '', headers } = request;
      if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
      const name = nameOf(url, request);
      const entry = countHosts(request) === 1 ? byName.get(name) : undefined;
      if (!entry) return false;
      const { tenant, key } = entry;
      const representation = isCurrent(tenant.id, tenant.revision) ? kept.find(key) : undefined;
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
