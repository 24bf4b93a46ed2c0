export interface Metric {
  name: string;
  type: string;
  /** Besides `service`. */
  labels: string[];
}

interface DocumentedMetric extends Metric {
  isOnlyOnLinux: boolean;
  /** Whether the forum service has none. */
  isOnlyOfKnowledgeBases: boolean;
}

/** The table of docs/monitoring.md. */
export function documentedMetrics(page: string): DocumentedMetric[] {
  const rows = page.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]*)\| (.*) \|$/gm);
  return Array.from(rows, ([, name = '', type = '', labels = '', tells = '']) => ({
    name,
    type,
    labels: Array.from(labels.matchAll(/`(\w+)`/g), ([, label = '']) => label).toSorted(),
    isOnlyOnLinux: tells.endsWith('(Linux)'),
    isOnlyOfKnowledgeBases: tells.endsWith('(knowledge bases)'),
  }));
}

/** Labels that Prometheus's formats add. */
const OF_THE_FORMAT = new Set(['service', 'le']);

/** The metrics that the text of `/metrics` declares; the labels are those of its series, if there are any. */
export function printedMetrics(text: string): (Metric & { hasSeries: boolean })[] {
  return Array.from(text.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', type = '']) => {
    const series = new RegExp(`^${name}(?:_bucket|_sum|_count)?(?:\\{(.*)\\})? `, 'gm');
    const labels = Array.from(text.matchAll(series), ([, inner = '']) =>
      Array.from(inner.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g), ([, label = '']) => label),
    );
    const own = new Set(labels.flat().filter((label) => !OF_THE_FORMAT.has(label)));
    return { name, type, labels: [...own].toSorted(), hasSeries: labels.length > 0 };
  });
}

const OPERATORS = new Set(['and', 'or', 'unless', 'bool']);

/** The metrics of an expression in PromQL, histograms without their endings. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const words = Array.from(bare.matchAll(/\b[a-z_][a-z_\d]*\b(?!\s*\()/g), ([word]) => word);
  return [...new Set(words)]
    .filter((word) => !OPERATORS.has(word))
    .map((word) => word.replace(/_(bucket|sum|count)$/, ''));
}
