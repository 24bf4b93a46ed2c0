import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../local/settings.ts';
import { documentedMetrics, metricsIn, printedMetrics } from './named-metrics.ts';
import { type RunningService, startRunningService } from './testing/running-services.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const DOCUMENTED = documentedMetrics(read('docs/monitoring.md'));
const ON_THIS_SYSTEM = DOCUMENTED.filter((each) => !each.isOnlyOnLinux || process.platform === 'linux');
const RULES: Rule[] = parse(read('infra/monitoring/alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const PANELS: Panel[] = JSON.parse(read('infra/monitoring/dashboard.json')).panels;
const NAMED = new Set(DOCUMENTED.map(({ name }) => name));

/** Values that clients could try to bring into a label. */
const CANARY = 'canary-8127';
const HOSTILE = [
  `/${CANARY}`,
  `/desk/${CANARY}`,
  `/desk/kb/${CANARY}/guides`,
  `/desk/forum/${CANARY}/queue`,
  `/knowledge/v1/${CANARY}/guides/slug/${CANARY}?q=${CANARY}`,
  `/jsonapi/knowledge/v1/${CANARY}`,
  `/site/${CANARY}/guides/${CANARY}`,
  `/api/${CANARY}.json`,
  `/api/search/${CANARY}/${CANARY}.json`,
  `/forum/${CANARY}/dialogs/1`,
  `/%63anary-8127/..%2f${CANARY}`,
  `//${CANARY}`,
];

describe.each(['kb', 'forum'] as const)('the metrics of a running %s service', (name) => {
  const documented = ON_THIS_SYSTEM.filter((each) => name === 'kb' || !each.isOnlyOfKnowledgeBases);
  let service: RunningService;
  let text: string;

  beforeAll(async () => {
    service = await startRunningService(name);
    for (const path of HOSTILE) {
      await fetch(service.origin + path, { headers: { Host: CANARY, 'X-Forwarded-For': CANARY } });
      await fetch(service.origin + path, { method: 'POST', body: CANARY });
    }
    text = await service.metrics();
  }, 60_000);

  afterAll(() => service.stop());

  it('are those of the documentation, with their types and labels', () => {
    const printed = printedMetrics(text);
    const byName = new Map(printed.map((each) => [each.name, each]));
    expect(printed.map((each) => each.name).toSorted()).toEqual(
      documented.map((each) => each.name).toSorted(),
    );
    for (const { name: metric, type, labels } of documented) {
      const found = byName.get(metric);
      const shownLabels = found?.hasSeries ? found.labels : labels;
      expect([metric, found?.type, shownLabels]).toEqual([metric, type, labels]);
    }
  });

  it('take nothing into labels that clients send', () => {
    expect(text).toMatch(/http_request_duration_seconds_count\{.*status="404"/);
    expect(text).not.toContain('canary');
  });
});

describe('the metrics of an expression', () => {
  it.each([
    ['up{job="guidepost"} == 0', ['up']],
    ['sum by (service) (rate(errors_total{kind!="a_b"}[5m])) > 0.01', ['errors_total']],
    [
      'histogram_quantile(0.95, sum by (le) (rate(a_seconds_bucket[5m]))) and on (b) max(c) == 0',
      ['a_seconds', 'c'],
    ],
    ['time() - x > 1.5e9', ['x']],
  ])('are found in %s', (expression, metrics) => {
    expect(metricsIn(expression)).toEqual(metrics);
  });
});

describe('the dashboard', () => {
  it.each(PANELS.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr])))(
    '%s shows metrics that exist: %s',
    (_, expression) => {
      expect(metricsIn(expression)).not.toEqual([]);
      expect(metricsIn(expression).filter((metric) => !NAMED.has(metric))).toEqual([]);
    },
  );
});

describe('the alert', () => {
  const runbook = read('docs/runbook.md');

  it.each(RULES.map((rule) => [rule.alert, rule] as const))('%s is complete', (alert, rule) => {
    const { expr, labels, annotations } = rule;
    // Prometheus adds `up` itself.
    expect(metricsIn(expr).filter((metric) => metric !== 'up' && !NAMED.has(metric))).toEqual([]);
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    const [, entry = ''] = runbook.split(`\n## ${alert}\n`);
    for (const part of ['Means', 'People notice', 'Look at', 'Do']) {
      expect(entry.split('\n## ')[0]).toContain(`- **${part}:** `);
    }
  });

  it('is there for each entry of the runbook', () => {
    const entries = Array.from(runbook.matchAll(/^## (\w+)$/gm), ([, name]) => name);
    expect(entries).toEqual(RULES.map(({ alert }) => alert));
  });
});
