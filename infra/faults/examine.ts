import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@guidepost/local-servers/testing';
import type { Fault } from './faults.ts';
import { openForumRig } from './forum-rig.ts';
import type { Audit } from './outcomes.ts';
import { isAcknowledged, type Sent, startPosting } from './posting.ts';

export interface Examination {
  folder: string;
  times: number;
  /** Posts a second. */
  rate: number;
  /** Milliseconds before and after each fault. */
  peace?: number;
  say?: (line: string) => void;
  /** Ends it with an error, once everything is put back. */
  stop?: AbortSignal;
}

export interface Examined extends Audit {
  fault: string;
  times: number;
  /** Milliseconds from the end of each fault to the first success of a post sent since. */
  recoveries: number[];
  /** Milliseconds from the end of each fault to the last other answer to a post sent since. */
  lastFailures: number[];
}

const PEACE = 1_500;
const RECOVERY_SECONDS = 60;

export async function examine(fault: Fault, examination: Examination): Promise<Examined> {
  const stack = new AsyncDisposableStack();
  try {
    return await examineWith(stack, fault, examination);
  } finally {
    await stack.disposeAsync();
  }
}

async function examineWith(
  stack: AsyncDisposableStack,
  fault: Fault,
  { folder, times, rate, peace = PEACE, say, stop }: Examination,
): Promise<Examined> {
  const prepared = await fault.prepare?.(folder, stack);
  const open = fault.open ?? openForumRig;
  const rig = await open({ folder, parts: fault.parts ?? [], ...prepared }, stack);
  const posting = startPosting(rig.traffic, rate);
  stack.defer(() => posting.stop());
  const phases: { provoked: number; lifted: number }[] = [];
  const recoveries: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await pause(peace * (0.5 + Math.random()), undefined, { signal: stop });
    const before = posting.sent.length;
    const provoked = performance.now();
    const lifted = await fault.provoke(rig);
    const taken = () => firstTaken(posting.sent.slice(before), lifted);
    const recovered = await until('a post is taken again', taken, RECOVERY_SECONDS);
    phases.push({ provoked, lifted });
    recoveries.push(recovered - lifted);
    say?.(`${fault.name} ${time + 1} of ${times}: ${Math.round(recovered - lifted)} ms`);
  }
  await pause(peace);
  await posting.stop();
  const lastFailures = phases.map(({ lifted }, index) =>
    lastFailure(posting.sent, lifted, phases[index + 1]?.provoked),
  );
  return { fault: fault.name, times, recoveries, lastFailures, ...(await rig.audit(posting.sent)) };
}

function firstTaken(sent: readonly Sent[], since: number): number | undefined {
  const taken = sent.filter((one) => one.at >= since && isAcknowledged(one));
  return taken.length === 0 ? undefined : Math.min(...taken.map(({ answeredAt }) => answeredAt));
}

function lastFailure(sent: readonly Sent[], since: number, end = Number.POSITIVE_INFINITY): number {
  const failed = sent.filter((one) => one.at >= since && one.answeredAt < end && !isAcknowledged(one));
  return Math.max(0, ...failed.map(({ answeredAt }) => answeredAt - since));
}
