import { hasCode, requireFreePort } from '@guidepost/local-servers';
import { AppError } from '@guidepost/service-kit';

/** A port of this machine that a service listens on. */
export interface ServicePort {
  /** The environment variable that sets it. */
  variable: string;
  port: number;
  /** The port that this one was worked out from, which moves with it. */
  derivedFrom?: number | undefined;
}

/** How far metrics are from their service unless they are set: 4010 and 9410, 4020 and 9420. */
const METRICS_DISTANCE = 5_400;
const LAST_PORT = 65_535;

/** Where the metrics of the service with this port are unless they are set. */
export function metricsPortFor(port: number): number {
  return port + METRICS_DISTANCE <= LAST_PORT ? port + METRICS_DISTANCE : port - METRICS_DISTANCE;
}

/**
 * Makes sure that each service will get its ports, before anything is started.
 * @throws AppError in one line that names every variable to change
 */
export async function requireFreePorts(ports: readonly ServicePort[]): Promise<void> {
  requireDifferentPorts(ports);
  const taken = new Set<ServicePort>();
  for (const one of ports) if (await isTaken(one)) taken.add(one);
  const moving = new Set(Array.from(taken, ({ port }) => port));
  const named = [...taken].filter(({ derivedFrom }) => derivedFrom === undefined || !moving.has(derivedFrom));
  if (named.length === 0) return;
  const list = named.map(({ variable, port }) => `${variable}=${port}`).join(', ');
  throw new AppError('unavailable', `In use on 127.0.0.1 already: ${list}. Set other ports.`);
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
