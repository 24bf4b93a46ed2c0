import type { Health, HealthReport } from '@guidepost/service-kit';
import type { Router } from 'express';
import type { Representation } from '../responses/representation.ts';
import { createRouter } from '../routing/create-router.ts';
import { type ResourceOptions, resourcesOn } from '../routing/register-resource.ts';
import { securityHeaders } from '../security-headers/security-headers.ts';

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { 'frame-ancestors': "'none'" } }),
};

/** `/healthz` and `/readyz`, which ignore `Accept`. */
export function healthRoutes(health: Health, preflight: ResourceOptions['preflight']): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { preflight });
  resource('/healthz', { get: async () => represent(health.live()) });
  resource('/readyz', { get: async () => represent(await health.ready()) });
  return router;
}

function represent({ status, body }: HealthReport): Representation {
  return { status, headers: HEADERS, body: JSON.stringify(body) };
}
