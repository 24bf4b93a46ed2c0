import { fill, sizeIn } from '@guidepost/i18n';
import type { DeskOptions } from '../desk-options.ts';
import type { DeskCall, DeskPage, DeskTenant, PersonCall } from '../requests/calls.ts';
import {
  type DeskHealth,
  type HealthPart,
  type HealthState,
  judgeHealth,
  type Statement,
} from './judge-health.ts';

/** As other pages show what is good, and what needs a look. */
const CLASSES: Readonly<Record<HealthState, string>> = {
  fine: 'published',
  waiting: 'proposed',
  failing: 'failing',
  off: '',
};

/** Whether everything behind a desk works, for its owners. */
export function healthPage<Call extends DeskCall>(
  readHealth: (call: Call) => Promise<DeskHealth>,
): DeskPage<Call> {
  return {
    roles: ['owner'],
    async read(call) {
      const parts = judgeHealth(await readHealth(call), Date.now());
      return {
        template: '@health',
        title: call.phrasing.words.health,
        section: 'health',
        content: { parts: parts.map((part) => shown(part, call)) },
      };
    },
  };
}

function shown({ part, state, since, says, page, advice }: HealthPart, { phrasing, base }: DeskCall) {
  const { words } = phrasing;
  const name = words.healthStates[state];
  return {
    name: words.healthParts[part],
    className: CLASSES[state],
    state: since ? fill(words.stateSince, { state: name, when: moment(since) }) : name,
    says: says.map((statement) => inWords(statement, phrasing)),
    advice: advice && words.healthAdvice[advice],
    address: page && `${base}/${page}`,
  };
}

function inWords(statement: Statement, { words, count, language }: DeskCall['phrasing']): string {
  if ('counted' in statement) return count(words.healthCounts[statement.counted], statement.n);
  const { sentence, when, values, bytes = {} } = statement;
  const sizes = Object.entries(bytes).map(([name, size]) => [name, sizeIn(language, size)]);
  return fill(words.healthSentences[sentence], {
    ...values,
    ...Object.fromEntries(sizes),
    ...(when && { when: moment(when) }),
  });
}

function moment(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `/desk/health`: to the page of the only desk that someone owns, or to choose from. */
export function chooseHealthPage({
  service,
  listTenants,
}: Pick<DeskOptions<DeskTenant>, 'service' | 'listTenants'>): DeskPage<PersonCall> {
  return {
    async read({ session, phrasing }) {
      const owned = session.memberships.filter(({ role }) => role === 'owner');
      const tenants = await listTenants(owned.map(({ tenantId }) => tenantId));
      const [only, ...others] = tenants.map((tenant) => ({
        ...tenant,
        path: `/desk/${service}/${encodeURIComponent(tenant.key)}/health`,
      }));
      if (only && others.length === 0) return { seeOther: only.path };
      return {
        template: '@tenants',
        title: phrasing.words.health,
        content: { tenants: only ? [only, ...others] : [] },
      };
    },
  };
}
