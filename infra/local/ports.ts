import { hasCode, requireFreePort } from '@guidepost/local-servers';
import { AppError } from '@guidepost/service-kit';

export interface ServicePort {
  variable: string;
  port: number;
  derivedFrom?: number | undefined;
}

/** The default distance between a service's port and its metrics: 4010 and 9410, 4020 and 9420. */
const METRICS_DISTANCE = 5_400;
const LAST_PORT = 65_535;

export function metricsPortFor(port: number): number {
  return port + METRICS_DISTANCE <= LAST_PORT ? port + METRICS_DISTANCE : port - METRICS_DISTANCE;
}

export async function requireFreePorts(ports: readonly ServicePort[]): Promise<void> {
  requireDifferentPorts(ports);
  const taken = new Set<ServicePort>();
  for (const one of ports) if (await isTaken(one)) taken.add(one);
  const moving = new Set(Array.from(taken, ({ port }) => port));
  const named = [...taken].filter(({ derivedFrom }) => derivedFrom === undefined || !moving.has(derivedFrom));
  if (named.length === 0) return;
  const list = named.map(({ variable, port }) => `${variable}=${port}`).join(', ');
  throw new AppError('unavailable', `Already in use on 127.0.0.1: ${list}. Set other ports.`);
}

function requireDifferentPorts(ports: readonly ServicePort[]): void {
  for (const [index, { variable, port }] of ports.entries()) {
    const same = ports.slice(0, index).find((other) => other.port === port && port !== 0);
    if (same)
      throw new AppError('invalid', `${variable} and ${same.variable} must differ: both are ${port}.`);
  }
}

async function isTaken({ variable, port }: ServicePort): Promise<boolean> {
  try {
    await requireFreePort(port, variable);
    return false;
  } catch (error) {
    if (error instanceof AppError && hasCode(error.cause, 'EADDRINUSE')) return true;
    throw error;
  }
}
