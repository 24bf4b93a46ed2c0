import type { Metrics } from '@guidepost/service-kit';

/** What several instances were asked since it was last taken. */
export interface Observed {
  /** The numbers of those that got a request. */
  instances: number[];
  /** Reads of content that each server answered. */
  reads: Record<'replica' | 'primary', number>;
}

let observed = nothing();

function nothing(): Observed {
  return { instances: [], reads: { replica: 0, primary: 0 } };
}

export function takeObserved(): Observed {
  const taken = observed;
  observed = nothing();
  return taken;
}

export function observeRequest(instance: number): void {
  if (!observed.instances.includes(instance)) observed.instances.push(instance);
}

export async function observeReads({ registry }: Metrics): Promise<void> {
  const { values = [] } = (await registry.getSingleMetric('content_reads_total')?.get()) ?? {};
  for (const { labels, value } of values) observed.reads[labels.server as 'replica' | 'primary'] += value;
}
