/** What `/healthz` and `/readyz` answer. */
export interface HealthReport {
  status: 200 | 503;
  body: { status: 'ok' | 'stopping' | 'unavailable'; checks: Record<string, 'ok' | 'failed'> };
}

export interface Health {
  /** The process lives: what decides whether it is restarted. */
  live(): HealthReport;
  /** It can serve: what decides whether it gets requests. Each check has two seconds. */
  ready(): Promise<HealthReport>;
  /** From now on `ready` says no, so that a load balancer turns away before the process stops. */
  stopping(): void;
}

const CHECK_TIMEOUT = 2_000;

/** @param checks what must hold to serve, by name; a check fails by rejecting */
export function createHealth(checks: Record<string, () => Promise<unknown>>): Health {
  let isStopping = false;
  return {
    live: () => ({ status: 200, body: { status: 'ok', checks: {} } }),
    async ready() {
      const names = Object.keys(checks);
      const outcomes = await Promise.all(Object.values(checks).map(passes));
      const results = Object.fromEntries(
        names.map((name, index) => [name, outcomes[index] ? 'ok' : 'failed'] as const),
      );
      if (isStopping) return { status: 503, body: { status: 'stopping', checks: results } };
      if (outcomes.includes(false)) return { status: 503, body: { status: 'unavailable', checks: results } };
      return { status: 200, body: { status: 'ok', checks: results } };
    },
    stopping() {
      isStopping = true;
    },
  };
}

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => timeout.resolve(false), CHECK_TIMEOUT);
  const outcome = check().then(
    () => true,
    () => false,
  );
  return Promise.race([outcome, timeout.promise]).finally(() => clearTimeout(timer));
}
