import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startProgram } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ENVIRONMENT as FORUM_ENVIRONMENT } from '../../services/forum-service/src/config.ts';
import { ENVIRONMENT as KB_ENVIRONMENT } from '../../services/kb-service/src/config.ts';
import { ROOT } from '../local/settings.ts';
import { type Manifest, problemsOf, readManifests, type SecretKey } from './pods.ts';

interface Kustomization {
  resources?: string[];
  components?: string[];
  configMapGenerator?: { name: string; literals?: string[] }[];
  images?: { name: string; newTag: string }[];
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifests = readManifests();
const withPods = manifests.filter(({ spec }) => spec?.template?.spec?.containers);
const containers = withPods.flatMap(({ spec }) => spec.template.spec.containers);
const kustomizations = globSync('infra/{kubernetes,docker}/**/kustomization.yaml', { cwd: ROOT }).map(
  (path): [string, Kustomization] => [path, parse(read(path))],
);
const generated = kustomizations.flatMap(([, { configMapGenerator = [] }]) => configMapGenerator);

/** Variables that the library of the object store reads. */
const CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const SERVICES = [
  ['kb', 'KB', KB_ENVIRONMENT],
  ['forum', 'FORUM', FORUM_ENVIRONMENT],
] as const;

function deployment(name: string): Manifest {
  const found = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  if (!found) throw new Error(`No deployment ${name}`);
  return found;
}

const secretKeys = (of: typeof containers): SecretKey[] =>
  of.flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []));

describe('the pods', () => {
  it.each(withPods.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'of %s are confined, limited and probed',
    (_, manifest) => {
      expect(problemsOf(manifest)).toEqual([]);
    },
  );

  it('mount volumes, claims and ConfigMaps that exist', () => {
    const claims = manifests
      .filter(({ kind }) => kind === 'PersistentVolumeClaim')
      .map(({ metadata }) => metadata.name);
    const maps = generated.map(({ name }) => name);
    for (const { spec } of withPods) {
      const { volumes = [], containers } = spec.template.spec;
      const own = [...volumes, ...(spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata)];
      const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
      expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(mounted));
      expect(claims).toEqual(
        expect.arrayContaining(volumes.flatMap((one) => one.persistentVolumeClaim?.claimName ?? [])),
      );
      const named = containers.flatMap(({ envFrom = [] }) =>
        envFrom.map(({ configMapRef }) => configMapRef.name),
      );
      expect(maps).toEqual(
        expect.arrayContaining([...named, ...volumes.flatMap((one) => one.configMap?.name ?? [])]),
      );
    }
  });

  it('run images of Compose, pinned by digest, and ours, in the version of package.json', () => {
    const ours = ['guidepost-kb-service', 'guidepost-forum-service'];
    const images = [...new Set(containers.map(({ image }) => image))];
    expect(images).toEqual(expect.arrayContaining(ours));
    for (const image of images.filter((one) => !ours.includes(one))) {
      expect(image).toMatch(/^[^@]+:[^@]+@sha256:[\da-f]{64}$/);
      expect(read('docker-compose.yml')).toContain(`image: ${image}\n`);
    }
    const { version } = JSON.parse(read('package.json'));
    const named = kustomizations.flatMap(([, { images = [] }]) =>
      images.map((one) => [one.name, one.newTag]),
    );
    expect(named).toEqual([...ours, ...ours].map((name) => [name, version]));
  });
});

describe.each(SERVICES)('%s', (name, prefix, { variables, required = [] }) => {
  const { template } = deployment(name).spec;
  const [container] = template.spec.containers;

  it('has the ports and paths of the service', () => {
    const api = variables[`${prefix}_PORT`]?.default;
    const metrics = variables[`${prefix}_METRICS_PORT`]?.default;
    expect(container?.ports?.map(({ containerPort }) => containerPort)).toEqual([api, metrics]);
    expect(template.metadata.annotations).toMatchObject({ 'prometheus.io/port': String(metrics) });
    const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe];
    expect(probes.map((probe) => probe?.httpGet?.path)).toEqual(['/healthz', '/healthz', '/readyz']);
  });

  it('has time to leave the balancers and to finish requests, which get 20 seconds', () => {
    const leaving = container?.lifecycle?.preStop.sleep.seconds ?? 0;
    expect(leaving).toBeGreaterThanOrEqual(5);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(leaving + 20 + 10);
  });

  it('gets variables that it knows, and all that it requires, in each overlay', () => {
    const settings = generated.filter((one) => one.name === `${name}-settings`);
    expect(settings).toHaveLength(2);
    const given =
      container?.env?.map((one) => one.name).filter((variable) => variable !== 'NODE_OPTIONS') ?? [];
    for (const { literals = [] } of settings) {
      const all = [...given, ...literals.map((literal) => literal.replace(/=.*/, ''))];
      const unknown = all.filter((variable) => !(variable in variables) && !CREDENTIALS.includes(variable));
      expect(unknown).toEqual([]);
      expect(all).toEqual(expect.arrayContaining([...required, `${prefix}_SECRET`]));
    }
  });

  it('is migrated by a role of its own', () => {
    const migrate = containers.find(({ image, name }) => name === 'migrate' && image === container?.image);
    expect(secretKeys(migrate ? [migrate] : [])).toEqual([
      { name: `${name}-owner`, key: `${prefix}_DATABASE_URL` },
    ]);
    const own = secretKeys(container ? [container] : []).map((key) => key.name);
    expect(new Set(own)).toEqual(new Set([name]));
  });
});

describe('Secrets', () => {
  it('are documented, each key', () => {
    const rows = read('docs/kubernetes.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const isDocumented = ({ name, key }: SecretKey) =>
      rows.some(
        (row) => row.split('|')[1]?.includes(`\`${name}\``) && row.split('|')[2]?.includes(`\`${key}\``),
      );
    expect(secretKeys(containers).filter((key) => !isDocumented(key))).toEqual([]);
  });

  it('are made with every required key, and no key that is not used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guidepost-secrets-'));
    const file = join(folder, 'secrets.env');
    await startProgram(new URL('../docker/make-env.mjs', import.meta.url), [file], {}).ended;
    const { stdout } = await startProgram(new URL('make-secrets.mjs', import.meta.url), [file], {}).ended;
    await rm(folder, { recursive: true });
    const items: { metadata: { name: string }; stringData: object }[] = JSON.parse(stdout).items;
    const made = items.flatMap(({ metadata, stringData }) =>
      Object.keys(stringData).map((key) => `${metadata.name} ${key}`),
    );
    const keys = secretKeys(containers);
    const asked = (some: SecretKey[]) => some.map(({ name, key }) => `${name} ${key}`);
    expect(made).toEqual(expect.arrayContaining(asked(keys.filter(({ optional }) => !optional))));
    expect(asked(keys)).toEqual(expect.arrayContaining(made));
  });
});

describe('kustomize', () => {
  it.each(kustomizations)('finds what %s names', (path, { resources = [], components = [] }) => {
    const named = [...resources, ...components].map((one) => join(ROOT, dirname(path), one));
    expect(named.filter((one) => !existsSync(one))).toEqual([]);
  });

  it('reads every manifest', () => {
    const named = kustomizations.flatMap(([path, { resources = [] }]) =>
      resources.map((one) => join(dirname(path), one)),
    );
    expect(manifests.map(({ path }) => path).filter((path) => !named.includes(path))).toEqual([]);
  });
});

describe('the network', () => {
  it('denies what no policy allows', () => {
    const denying = manifests.find(({ metadata }) => metadata.name === 'default-deny');
    expect(denying?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});

describe('autoscaling', () => {
  it('asks for the metric that the adapter makes of the services’ histogram', () => {
    const scalers = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    const [{ seriesQuery, name, metricsQuery }] = parse(read('infra/kubernetes/prometheus-adapter.yaml'))
      .rules.custom;
    expect(scalers).toHaveLength(2);
    for (const { spec } of scalers) expect(JSON.stringify(spec)).toContain(`"metric":{"name":"${name.as}"}`);
    const histogram = /name: '(http_\w+)'/.exec(read('packages/service-kit/src/metrics/metrics.ts'))?.[1];
    expect([seriesQuery, metricsQuery]).toEqual(
      Array(2).fill(expect.stringContaining(`${histogram}_bucket{`)),
    );
  });
});

describe('the check of pods reports', () => {
  const sound = () => structuredClone(deployment('kb'));
  const container = (manifest: Manifest) => manifest.spec.template.spec.containers[0] as object;

  it.each<[string, (manifest: Manifest) => unknown]>([
    [
      'may run as root',
      ({ spec }) => Object.assign(spec.template.spec.securityContext ?? {}, { runAsUser: 0 }),
    ],
    ['has no seccomp profile', ({ spec }) => delete spec.template.spec.securityContext?.seccompProfile],
    [
      'gets a token for the Kubernetes API',
      ({ spec }) => delete spec.template.spec.automountServiceAccountToken,
    ],
    ['is not confined', (manifest) => Object.assign(container(manifest), { securityContext: {} })],
    [
      'has no requests or limits',
      (manifest) => Object.assign(container(manifest), { resources: { requests: {} } }),
    ],
    ['lacks a probe', (manifest) => Object.assign(container(manifest), { livenessProbe: undefined })],
    [
      'is probed on a port that it does not name',
      (manifest) => Object.assign(container(manifest), { ports: [] }),
    ],
  ])('one that %s', (problem, spoil) => {
    const manifest = sound();
    spoil(manifest);
    expect(problemsOf(manifest)).toEqual([problem]);
  });
});
