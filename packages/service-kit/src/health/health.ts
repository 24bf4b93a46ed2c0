type Outcome = 'ok' | 'failed';

/** The response of `/healthz` and `/readyz`. */
export interface HealthReport {
  status: 200 | 503;
  body: {
    status: 'ok' | 'stopping' | 'unavailable';
    checks: Record<string, Outcome>;
    details?: Record<string, string>;
  };
}

export interface Health {
  /** Liveness: decides whether the process is restarted. */
  live(): HealthReport;
  /** Readiness: decides whether it receives requests. Each check has two seconds. */
  ready(): Promise<HealthReport>;
  /** Makes `ready` fail, so that load balancers move on before the process stops. */
  stopping(): void;
}

const CHECK_TIMEOUT = 2_000;

/**
 * @param checks what the service requires, by name; a check fails by rejecting
 * @param details information for operators, by name; it does not affect readiness
 */
export function createHealth(
  checks: Record<string, () => Promise<unknown>>,
  details: Record<string, () => Promise<string>> = {},
): Health {
  let isStopping = false;

  function statusOf(outcomes: Outcome[]): HealthReport['body']['status'] {
    if (isStopping) return 'stopping';
    return outcomes.includes('failed') ? 'unavailable' : 'ok';
  }

  return {
    live: () => ({ status: 200, body: { status: 'ok', checks: {} } }),
    async ready() {
      const [results, told] = await Promise.all([
        askAll<unknown, Outcome>(checks, { read: () => 'ok', otherwise: 'failed' }),
        askAll<string, string>(details, { read: (detail) => detail, otherwise: 'unknown' }),
      ]);
      const status = statusOf(Object.values(results));
      return { status: status === 'ok' ? 200 : 503, body: { status, checks: results, details: told } };
    },
    stopping() {
      isStopping = true;
    },
  };
}

interface Reading<Answer, Said> {
  read: (answer: Answer) => Said;
  /** Used for one that rejects or times out. */
  otherwise: Said;
}

async function askAll<Answer, Said>(
  asked: Record<string, () => Promise<Answer>>,
  { read, otherwise }: Reading<Answer, Said>,
): Promise<Record<string, Said>> {
  const answers = Object.entries(asked).map(
    async ([name, ask]) => [name, await inTime(ask().then(read), otherwise)] as const,
  );
  return Object.fromEntries(await Promise.all(answers));
}

async function inTime<Said>(said: Promise<Said>, otherwise: Said): Promise<Said> {
  const timeout = Promise.withResolvers<Said>();
  const timer = setTimeout(() => timeout.resolve(otherwise), CHECK_TIMEOUT);
  return Promise.race([said.catch(() => otherwise), timeout.promise]).finally(() => clearTimeout(timer));
}
