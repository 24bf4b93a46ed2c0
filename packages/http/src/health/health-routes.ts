import type { Health, HealthReport } from '@guidepost/service-kit';
import type { Request, Response, Router } from 'express';
import { createRouter } from '../judgement/create-router.ts';
import { type ResourceOptions, resourcesOn } from '../judgement/resource.ts';
import { sendRepresentation } from '../responses/send-representation.ts';
import { securityHeaders } from '../security-headers/security-headers.ts';

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { 'frame-ancestors': "'none'" } }),
};

/** `/healthz` and `/readyz`, for whoever runs the service; free of `Accept`. */
export function healthRoutes(health: Health, preflight: ResourceOptions['preflight']): Router {
  const router = createRouter();
  const resource = resourcesOn(router, { judges: [], preflight });
  resource('/healthz', { get: [(request, response) => send(request, response, health.live())] });
  resource('/readyz', { get: [async (request, response) => send(request, response, await health.ready())] });
  return router;
}

function send(request: Request, response: Response, { status, body }: HealthReport): void {
  sendRepresentation(request, response, { status, headers: HEADERS, body: JSON.stringify(body) });
}
