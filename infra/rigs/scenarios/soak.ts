import { setTimeout as pause } from 'node:timers/promises';
import { startTestServers } from '@guidepost/local-servers/testing';
import { startMailServer } from '@guidepost/mail/testing';
import { listenWith } from '@guidepost/testing';
import { watchMemory } from '../memory.ts';
import { type Place, type ServiceName, startService } from '../place.ts';
import type { Run } from '../scenario.ts';
import { prepareForum } from '../soak/forum.ts';
import { prepareKnowledgeBase } from '../soak/knowledge-base.ts';
import { type Action, startVisitors } from '../soak/visits.ts';

const PROGRESS_MILLISECONDS = 60_000;

export async function soak(run: Run<'minutes'>): Promise<void> {
  const { place, report } = run;
  const testServers = await startTestServers({}, undefined);
  place.servers.defer(() => testServers.stop());
  const mail = await startMailServer();
  place.servers.defer(() => mail.stop());
  const hooks = await countWebhooks(place);
  const kb = await prepareKnowledgeBase(place, hooks.url);
  const forum = await prepareForum(place, hooks.url, mail);
  await Promise.all([
    soakOne(run, { name: 'kb', mailUrl: mail.url, ...kb }),
    soakOne(run, { name: 'forum', mailUrl: mail.url, ...forum }),
  ]);
  report.figure('webhooks received', hooks.count());
}

/** Keeps none of them: half an hour of webhooks would fill this process. */
async function countWebhooks({ servers }: Place): Promise<{ url: string; count: () => number }> {
  let count = 0;
  const { origin, close } = await listenWith((request, response) => {
    count += 1;
    request.resume();
    response.writeHead(204).end();
  });
  servers.defer(close);
  return { url: `${origin}/`, count: () => count };
}

interface Soaked {
  name: ServiceName;
  mailUrl: string;
  /** Variables of the process. */
  environment: Record<string, string>;
  actions: readonly Action[];
}

async function soakOne(
  { place, report, options: { minutes }, stop }: Run<'minutes'>,
  { name, mailUrl, environment, actions }: Soaked,
): Promise<void> {
  const common = {
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    LOG_LEVEL: 'warn',
    MAIL_URL: mailUrl,
    MAIL_FROM: 'Example <example@example.com>',
  };
  const started = { built: true, flags: ['--expose-gc'] };
  const service = await startService(place, name, { ...common, ...environment }, started);
  const memory = watchMemory(service, ['heap', 'RSS']);
  const visitors = startVisitors(service.origin, actions);
  const describe = () => {
    const { done, busy } = visitors.counts();
    return `${done} visits, ${visitors.failures.length} failed, ${busy} busy`;
  };
  const progress = setInterval(
    () => report.progress(`${name}: ${describe()}, ${memory.latest()}`),
    PROGRESS_MILLISECONDS,
  );
  // Ctrl-C ends early with what is known by then.
  await pause(minutes * 60_000, undefined, { signal: stop }).catch(() => {});
  clearInterval(progress);
  await visitors.stop();
  report.figure(name, describe());
  memory.finish(report);
  report.wrong.push(...visitors.failures.map((failure) => `${name}: ${failure}`));
}
