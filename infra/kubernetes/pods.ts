import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../local/settings.ts';

export interface Container {
  name: string;
  image: string;
  ports?: { name: string; containerPort: number }[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: SecretKey } }[];
  envFrom?: { configMapRef: { name: string } }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  resources?: { requests?: Resources; limits?: Resources };
  securityContext?: object;
  volumeMounts?: { name: string; mountPath: string }[];
}

export interface SecretKey {
  name: string;
  key: string;
  optional?: boolean;
}

interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
}

interface Resources {
  cpu?: string;
  memory?: string;
}

interface Pod {
  automountServiceAccountToken?: boolean;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  terminationGracePeriodSeconds?: number;
  containers: Container[];
  volumes?: { name: string; configMap?: { name: string }; persistentVolumeClaim?: { claimName: string } }[];
}

/** The parts of a manifest that the tests read; validate.sh checks its schema. */
export interface Manifest {
  path: string;
  kind: string;
  metadata: { name: string };
  spec: {
    template: { metadata: { annotations?: Record<string, string> }; spec: Pod };
    volumeClaimTemplates?: { metadata: { name: string } }[];
    [key: string]: unknown;
  };
}

/** All of infra/kubernetes but what only kustomize and the adapter read. */
export function readManifests(): Manifest[] {
  const paths = globSync('infra/kubernetes/{base,components,overlays}/**/*.yaml', { cwd: ROOT });
  return paths
    .filter((path) => !path.endsWith('/kustomization.yaml'))
    .flatMap((path) =>
      parseAllDocuments(readFileSync(join(ROOT, path), 'utf8')).map((document) => ({
        ...document.toJS(),
        path,
      })),
    );
}

/** The mistakes for which a cluster would not run a pod. */
export function problemsOf(manifest: Manifest): string[] {
  const pod = manifest.spec.template.spec;
  const found = {
    'may run as root': !(pod.securityContext?.runAsNonRoot && Number(pod.securityContext.runAsUser) > 0),
    'has no seccomp profile': pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault',
    'gets a token for the Kubernetes API': pod.automountServiceAccountToken !== false,
  };
  const ofPod = Object.keys(found).filter((problem) => found[problem as keyof typeof found]);
  const lasting = manifest.kind !== 'Job';
  return [...ofPod, ...pod.containers.flatMap((container) => problemsOfContainer(container, lasting))];
}

const CONFINED = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

function problemsOfContainer(container: Container, lasting: boolean): string[] {
  const { securityContext, resources, startupProbe, livenessProbe, readinessProbe } = container;
  const probes = [startupProbe, livenessProbe, readinessProbe];
  const amounts = [resources?.requests, resources?.limits].flatMap((some) => [some?.cpu, some?.memory]);
  const ports = probes.map((probe) => probe?.httpGet?.port ?? probe?.tcpSocket?.port);
  const named = new Set(container.ports?.map(({ name }) => name));
  const found = {
    'is not confined': JSON.stringify(securityContext) !== JSON.stringify(CONFINED),
    'has no requests or limits': amounts.includes(undefined),
    'lacks a probe': lasting && probes.includes(undefined),
    'is probed on a port that it does not name': ports.some((port) => port && !named.has(port)),
  };
  return Object.keys(found).filter((problem) => found[problem as keyof typeof found]);
}
