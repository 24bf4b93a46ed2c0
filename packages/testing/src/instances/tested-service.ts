import type { RequestListener } from 'node:http';
import type { RevisionWatch } from '@guidepost/postgres';
import type { Environment, Metrics } from '@guidepost/service-kit';

/** The context of a service, as far as all services have it. */
export interface InstanceContext {
  revisions: RevisionWatch;
  metrics: Metrics;
  close(): Promise<void>;
}

/** A service that tests start. */
export interface TestedService<Context extends InstanceContext> {
  /** Of its variables. */
  prefix: 'KB' | 'FORUM';
  /** The table of its tenants, with the columns `id` and `revision`. */
  tenants: string;
  listenerOf: (context: Context) => RequestListener;
  /** Makes a bucket for the files of several instances. */
  createBucket: () => Promise<{ variables: Environment; remove(): Promise<void> }>;
}

/** The context of an instance on a database, with these variables, at this origin. */
export type OpenContext<Context extends InstanceContext> = (
  environment: Environment,
  origin: string,
) => Context;

export interface RunningInstances<Context extends InstanceContext> {
  /** `http://127.0.0.1:<port>` of the instance, or of the balancer before several. */
  origin: string;
  contexts: readonly [Context, ...Context[]];
  stop(): Promise<void>;
}
