/** Of a check. */
type Outcome = 'ok' | 'failed';

/** What `/healthz` and `/readyz` answer. */
export interface HealthReport {
  status: 200 | 503;
  body: {
    status: 'ok' | 'stopping' | 'unavailable';
    checks: Record<string, Outcome>;
    details?: Record<string, string>;
  };
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

/**
 * @param checks what must hold to serve, by name; a check fails by rejecting
 * @param details what else to tell whoever runs the service, by name: it serves whatever they say
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
  /** Of what rejects or takes too long. */
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
