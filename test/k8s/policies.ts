import { CONFIGS, shapeOf, type Part } from '../part-configs';

type Labels = Record<string, string>;
type Meta = { name: string; namespace?: string; labels?: Labels };
type Selector = { matchLabels?: Labels; matchExpressions?: { key: string; values: string[] }[] };
type Probe = { httpGet?: { path: string; port: string } };
export type Container = {
  name: string;
  image: string;
  args?: string[];
  command?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string } } }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  resources?: Partial<Record<'requests' | 'limits', Record<string, string>>>;
  securityContext?: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string }[];
};
export type Pod = {
  serviceAccountName: string;
  automountServiceAccountToken?: boolean;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  hostNetwork?: boolean;
  terminationGracePeriodSeconds: number;
  topologySpreadConstraints?: { topologyKey: string; labelSelector: Selector }[];
  initContainers?: Container[];
  containers: Container[];
  volumes: {
    name: string;
    secret?: { secretName: string };
    persistentVolumeClaim?: { claimName: string; readOnly?: boolean };
    hostPath?: object;
  }[];
};
type Template = { metadata?: { labels?: Labels }; spec: Pod };
type Peer = { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: { except?: string[] } };
type Port = { port: number | string };
type ServicePort = { name: string; port: number; targetPort: string };
type Backend = { service: { name: string; port: { name: string } } };
/** The fields that the policies read, of any kind; the test before has compared them with the API's own schemas. */
type Spec = {
  template: Template;
  jobTemplate: { spec: { template: Template } };
  suspend?: boolean;
  replicas?: number;
  volumeClaimTemplates?: { metadata: Meta }[];
  strategy?: { rollingUpdate?: { maxUnavailable: number | string } };
  selector: Selector & Labels;
  ports: [ServicePort, ...ServicePort[]];
  podSelector: Selector;
  policyTypes: string[];
  ingress?: { from?: Peer[]; ports?: Port[] }[];
  egress?: { to?: Peer[]; ports?: Port[] }[];
  scaleTargetRef: { name: string };
  maxReplicas: number;
  metrics: { resource?: { name: string }; pods?: { metric: { name: string } } }[];
  postgresql: { parameters: Record<string, string> };
  inheritedMetadata?: { labels?: Labels };
  override?: { statefulSet?: { spec?: { template?: { metadata?: { labels?: Labels }; spec?: Partial<Pod> } } } };
  cluster?: { name: string };
  rules: [{ host: string; http: { paths: [{ backend: Backend }] } }];
  tls: [{ hosts: [string] }];
};
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: Meta;
  spec: Spec;
  data?: Record<string, string>;
  automountServiceAccountToken?: boolean;
};

const parts = Object.keys(CONFIGS) as Part[];
const ofKind = (all: Manifest[], ...kinds: string[]) => all.filter(({ kind }) => kinds.includes(kind));
const called = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
const workloads = (all: Manifest[]) => ofKind(all, 'Deployment', 'StatefulSet', 'Job', 'CronJob');
export const podOf = ({ kind, spec }: Manifest): Template =>
  kind === 'CronJob' ? spec.jobTemplate.spec.template : spec.template;
const containersOf = (workload: Manifest): Container[] => [
  ...(podOf(workload).spec.initContainers ?? []),
  ...podOf(workload).spec.containers,
];
const matches = (selector: Selector | undefined, workload: Manifest) => {
  const labels = podOf(workload).metadata?.labels ?? {};
  return (
    selector !== undefined &&
    Object.entries(selector.matchLabels ?? {}).every(([name, value]) => labels[name] === value) &&
    (selector.matchExpressions ?? []).every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
};
/** A policy describes, in sentences, the objects that break it. */
type Policy = (all: Manifest[]) => string[];
const eachContainer =
  (wrong: (container: Container, workload: Manifest) => string | false | undefined): Policy =>
  (all) =>
    workloads(all).flatMap((workload) =>
      containersOf(workload).flatMap((container) => {
        const fault = wrong(container, workload);
        return fault ? [`${called(workload)}, ${container.name}: ${fault}`] : [];
      }),
    );
const eachPod =
  (wrong: (pod: Pod, workload: Manifest, all: Manifest[]) => string | false | undefined): Policy =>
  (all) =>
    workloads(all).flatMap((workload) => {
      const fault = wrong(podOf(workload).spec, workload, all);
      return fault ? [`${called(workload)}: ${fault}`] : [];
    });
const eachDeployment =
  (wrong: (workload: Manifest, all: Manifest[]) => string | false | undefined): Policy =>
  (all) =>
    ofKind(all, 'Deployment').flatMap((workload) => {
      const fault = wrong(workload, all);
      return fault ? [`${called(workload)}: ${fault}`] : [];
    });

/** The names of variables that hold secrets. */
const SECRET = /(SECRET|PASSWORD|PRIVATE_KEY|_KEY|TOKEN|DATABASE_URL|AMQP_URL|SMTP_URL|WEBHOOK_ID|PUBLIC_KEYS)$/;

export const POLICIES: Record<string, Policy> = {
  'each part of the shop runs': (all) =>
    parts
      .filter((part) => !ofKind(all, 'Deployment').some(({ metadata }) => metadata.name === `shop-${part}`))
      .map((part) => `${part} has no Deployment`),
  'everything is in the namespace shop, which is held to the restricted standard': (all) => [
    ...all.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'shop').map(called),
    ...ofKind(all, 'Namespace')
      .filter(({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
      .map(called),
    ...(ofKind(all, 'Namespace').length === 1 ? [] : ['there is no one namespace']),
  ],
  'a pod is nobody in particular: a user of its own, the default calls, nothing of its host': eachPod((pod) => {
    const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext ?? {};
    if (runAsNonRoot !== true || !runAsUser) return 'runs as root';
    if (seccompProfile?.type !== 'RuntimeDefault') return 'has no seccomp profile';
    if (pod.hostNetwork) return 'shares the network of its host';
    return pod.volumes.some(({ hostPath }) => hostPath) && 'mounts a folder of its host';
  }),
  'a container cannot become more than it is': eachContainer(({ securityContext: context = {} }) => {
    if (context.allowPrivilegeEscalation !== false || context.privileged) return 'may gain privileges';
    if (context.readOnlyRootFilesystem !== true) return 'may write its image';
    return JSON.stringify(context.capabilities) !== '{"drop":["ALL"]}' && 'has capabilities';
  }),
  'what the operator of RabbitMQ makes is admitted too, whatever its version adds by itself': (all) =>
    ofKind(all, 'RabbitmqCluster').flatMap((cluster) => {
      const {
        securityContext: podContext,
        initContainers = [],
        containers = [],
      } = cluster.spec.override?.statefulSet?.spec?.template?.spec ?? {};
      const { runAsNonRoot, runAsUser, seccompProfile } = podContext ?? {};
      const nobody = runAsNonRoot === true && runAsUser && seccompProfile?.type === 'RuntimeDefault';
      const free = ['setup-container', 'rabbitmq'].filter((name) => {
        const context = [...initContainers, ...containers].find((container) => container.name === name)?.securityContext ?? {};
        return context.allowPrivilegeEscalation !== false || JSON.stringify(context.capabilities) !== '{"drop":["ALL"]}';
      });
      return [
        ...(nobody ? [] : [`${called(cluster)}: its pods may run as root or have no seccomp profile`]),
        ...free.map((name) => `${called(cluster)}, ${name}: may become more than it is`),
      ];
    }),
  'a container says what it needs and what it may take': eachContainer(({ resources = {} }) => {
    const missing = (['requests', 'limits'] as const).flatMap((kind) =>
      ['cpu', 'memory', 'ephemeral-storage']
        .filter((resource) => !resources[kind]?.[resource])
        .map((resource) => `${kind}.${resource}`),
    );
    return missing.length > 0 && `lacks ${missing.join(', ')}`;
  }),
  'what runs on is watched as it starts, serves and hangs': eachContainer((container, { kind }) => {
    if (kind === 'Job' || kind === 'CronJob') return;
    const ports = (container.ports ?? []).map(({ name }) => name);
    for (const name of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
      const probe = container[name];
      if (!probe) return `has no ${name}`;
      if (probe.httpGet && !ports.includes(probe.httpGet.port)) return `${name} asks at a port that is not there`;
    }
    return;
  }),
  'the programs are asked at the doors that they have': eachDeployment((workload) => {
    const [{ startupProbe, readinessProbe, livenessProbe }] = containersOf(workload) as [Container];
    const probes = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet);
    const at = probes.map((get) => `${get?.port}${get?.path}`).join(' ');
    return at !== 'operators/healthz operators/readyz operators/healthz' && `asks at ${at}`;
  }),
  'each workload has an account of its own or shares one with its kind, and no token': (all) => [
    ...eachPod((pod) => {
      if (pod.automountServiceAccountToken !== false) return 'mounts a token';
      return (
        !ofKind(all, 'ServiceAccount').some(({ metadata }) => metadata.name === pod.serviceAccountName) &&
        'has no account that is there'
      );
    })(all),
    ...ofKind(all, 'ServiceAccount')
      .filter((account) => account.automountServiceAccountToken !== false)
      .map((account) => `${called(account)} hands out its token`),
    ...ofKind(all, 'Deployment', 'StatefulSet')
      .filter((workload) => podOf(workload).spec.serviceAccountName !== workload.metadata.name)
      .map((workload) => `${called(workload)} uses another's account`),
  ],
  'nothing may reach anything, but what is said': (all) => {
    const denies = ofKind(all, 'NetworkPolicy').find(({ metadata }) => metadata.name === 'default-deny');
    const { podSelector, policyTypes, ingress } = denies?.spec ?? {};
    const closed =
      JSON.stringify({ podSelector, policyTypes, ingress }) === '{"podSelector":{},"policyTypes":["Ingress","Egress"]}';
    const own = workloads(all).filter(
      (workload) =>
        !ofKind(all, 'NetworkPolicy').some(
          ({ spec }) => Object.keys(spec.podSelector).length > 0 && matches(spec.podSelector, workload),
        ),
    );
    const open = ofKind(all, 'NetworkPolicy').filter(({ spec }) =>
      (spec.ingress ?? []).some(
        (rule) => !rule.from?.length || (!rule.ports?.length && rule.from.some((from) => !from.podSelector)),
      ),
    );
    return [
      ...(closed ? [] : ['default-deny does not deny everything']),
      ...own.map((workload) => `${called(workload)} has no way of its own`),
      ...open.map((workload) => `${called(workload)} lets in whoever asks`),
    ];
  },
  'a way to a server leads to pods that are there': (all) => {
    // Operators make these pods; each has the labels that its object hands on.
    const handedOn = [
      ...ofKind(all, 'Cluster').map(({ spec }) => spec.inheritedMetadata?.labels),
      ...ofKind(all, 'RabbitmqCluster').map(({ spec }) => spec.override?.statefulSet?.spec?.template?.metadata?.labels),
    ];
    const labels = [...workloads(all).map((workload) => podOf(workload).metadata?.labels), ...handedOn];
    const outside = settingsOf(all).S3_ENDPOINT === 'http://minio:9000' ? [] : ['minio'];
    const there = [...outside, ...labels.flatMap((labelSet) => labelSet?.['shop/backing'] ?? [])];
    return ofKind(all, 'NetworkPolicy').flatMap((policy) => {
      const peers = (policy.spec.egress ?? []).flatMap(({ to = [] }) => to);
      const expressions = peers.flatMap(({ podSelector }) => podSelector?.matchExpressions ?? []);
      const names = expressions.filter(({ key }) => key === 'shop/backing').flatMap(({ values }) => values);
      return names.filter((name) => !there.includes(name)).map((name) => `${called(policy)} leads to ${name}, which is nowhere`);
    });
  },
  'only who calls outside may reach the internet, and nobody the networks around the cluster': (all) => {
    const outside = ofKind(all, 'NetworkPolicy').filter(({ spec }) =>
      (spec.egress ?? []).some(({ to }) => to?.some(({ ipBlock }) => ipBlock)),
    );
    const s3Outside = settingsOf(all).S3_ENDPOINT !== 'http://minio:9000';
    const calls = parts.filter((part) => {
      const read = variablesOf(part);
      return read.some(
        (name) => /^(PAYPAL_API_URL|SMTP_URL|RECAPTCHA_SECRET)$/.test(name) || (s3Outside && name === 'S3_ENDPOINT'),
      );
    });
    const may = outside.map(({ metadata }) => metadata.name).sort();
    const should = calls.map((part) => `shop-${part}`).sort();
    const near = outside.filter(({ spec }) =>
      spec.egress?.some(({ to }) =>
        to?.some(({ ipBlock }) => ipBlock && !ipBlock.except?.some((range) => /^(169\.254\.|fe80:)/.test(range))),
      ),
    );
    return [
      ...(may.join() === should.join() ? [] : [`the internet is open to ${may.join(', ')}, not to ${should.join(', ')}`]),
      ...near.map((policy) => `${called(policy)} reaches addresses of the host`),
    ];
  },
  'a Service leads to a port that its pods have, and whoever is called may be reached there': (all) =>
    ofKind(all, 'Service').flatMap((service) => {
      const behind = workloads(all).filter((workload) => matches({ matchLabels: service.spec.selector }, workload));
      const names = behind.flatMap(containersOf).flatMap(({ ports = [] }) => ports.map(({ name }) => name));
      const lost = service.spec.ports.filter(({ targetPort }) => !names.includes(targetPort));
      const account = behind[0] && ofKind(all, 'NetworkPolicy').filter(({ spec }) => matches(spec.podSelector, behind[0]!));
      const open = account?.flatMap(({ spec }) => spec.ingress ?? []).flatMap(({ ports = [] }) => ports.map(({ port }) => port));
      return [
        ...(behind.length === 1 ? [] : [`${called(service)} leads to ${behind.length} workloads`]),
        ...lost.map(({ name }) => `${called(service)}: nobody has the port ${name}`),
        ...service.spec.ports
          .filter(({ targetPort }) => !open?.includes(targetPort))
          .map(({ name }) => `${called(service)}: ${name} is closed`),
      ];
    }),
  'the gateway finds each service where it is': (all) => {
    const gateway = ofKind(all, 'Deployment').find(({ metadata }) => metadata.name === 'shop-gateway');
    const env = gateway ? containersOf(gateway)[0]!.env! : [];
    return parts
      .filter((part) => part !== 'gateway')
      .filter((part) => {
        const address = new URL(env.find(({ name }) => name === `${part.toUpperCase()}_URL`)?.value ?? 'http://nowhere');
        const service = ofKind(all, 'Service').find(({ metadata }) => metadata.name === address.hostname);
        return service?.spec.selector['app.kubernetes.io/name'] !== part || `${service?.spec.ports[0].port}` !== address.port;
      })
      .map((part) => `the gateway does not find ${part}`);
  },
  'each program grows and shrinks, may be moved, and stands on several nodes': eachDeployment((workload, all) => {
    const { name } = workload.metadata;
    const scaler = ofKind(all, 'HorizontalPodAutoscaler').find(({ spec }) => spec.scaleTargetRef.name === name);
    if (!scaler) return 'has no autoscaler';
    if (workload.spec.replicas !== undefined) return 'says how many, as its autoscaler does';
    if (!scaler.spec.metrics.some(({ resource }) => resource?.name === 'cpu')) return 'does not grow with its load';
    const budgets = ofKind(all, 'PodDisruptionBudget').filter(({ spec }) => matches(spec.selector, workload));
    if (budgets.length !== 1) return `has ${budgets.length} disruption budgets`;
    const { topologySpreadConstraints: spread = [] } = podOf(workload).spec;
    const keys = spread.filter(({ labelSelector }) => matches(labelSelector, workload)).map(({ topologyKey }) => topologyKey);
    return (
      !(keys.includes('kubernetes.io/hostname') && keys.includes('topology.kubernetes.io/zone')) && 'stands where it happens to'
    );
  }),
  'an update takes no replica away before the next one serves, and lets the old one finish': eachDeployment((workload) => {
    const { maxUnavailable } = workload.spec.strategy?.rollingUpdate ?? {};
    if (maxUnavailable !== 0) return 'goes before its successor is there';
    const [{ lifecycle }] = containersOf(workload) as [Container];
    const pause = lifecycle?.preStop?.sleep?.seconds ?? 0;
    if (pause < 5) return 'stops while it is still sent requests';
    return podOf(workload).spec.terminationGracePeriodSeconds < pause + HARD_STOP_SECONDS && 'is killed before it ends by itself';
  }),
  'all replicas together have fewer connections than Postgres gives': (all) => {
    const pool = Number(settingsOf(all).DATABASE_POOL ?? 10);
    const most = ofKind(all, 'HorizontalPodAutoscaler')
      .filter(({ metadata }) => metadata.name !== 'shop-gateway')
      // One pod more during an update; each listens on one connection beside its pool.
      .reduce((sum, { spec }) => sum + (spec.maxReplicas + 1) * (pool + 1), 0);
    const own = ofKind(all, 'StatefulSet').find(({ metadata }) => metadata.name === 'postgres');
    const cluster = ofKind(all, 'Cluster')[0];
    const limit = own
      ? Number(/max_connections=(\d+)/.exec(String(containersOf(own)[0]!.args))?.[1])
      : Number(cluster?.spec.postgresql.parameters.max_connections);
    // Administrators and migrations need the rest.
    return most + 20 <= limit ? [] : [`${most} connections of ${limit}`];
  },
  'an image is pinned': eachContainer(
    ({ image }) => !/(@sha256:[0-9a-f]{64}|:(?!latest$)[\w][\w.-]*)$/.test(image) && `${image} is whatever was pushed last`,
  ),
  'each program is given what it requires, as usable values, and secrets as files of its own': eachDeployment((workload, all) => {
    const part = workload.metadata.name.replace('shop-', '') as Part;
    const [container] = containersOf(workload) as [Container];
    const env = container.env ?? [];
    const read = variablesOf(part);
    const unread = env.filter(({ name }) => !read.includes(name.replace(/_FILE$/, '')));
    if (unread.length > 0) return `is given ${unread.map(({ name }) => name).join(', ')}, which it does not read`;
    const bare = env.filter(({ name, value }) => SECRET.test(name) && value !== undefined);
    if (bare.length > 0) return `${bare[0]!.name} stands in the manifest`;
    const mount = container.volumeMounts.find(({ mountPath }) => mountPath === '/run/shop');
    const volume = podOf(workload).spec.volumes.find(({ name }) => name === mount?.name);
    if (volume?.secret?.secretName !== `shop-${part}`) return `is mounted ${volume?.secret?.secretName}`;
    const foreign = podOf(workload).spec.volumes.filter(({ secret }) => secret && secret.secretName !== `shop-${part}`);
    if (foreign.length > 0) return 'is mounted the secrets of another';
    const foreignSecrets = env.filter(
      ({ valueFrom }) => valueFrom?.secretKeyRef && valueFrom.secretKeyRef.name !== `shop-${part}`,
    );
    if (foreignSecrets.length > 0) return `reads the secrets of another`;
    const provided = {
      ...settingsOf(all),
      ...Object.fromEntries(env.map(({ name, value = '' }) => [name.replace(/_FILE$/, ''), value])),
    };
    const missing = requiredOf(part).filter((name) => !provided[name]);
    return missing.length > 0 && `lacks ${missing.join(', ')}`;
  }),
  'settings are read by somebody, and none is a secret': (all) => {
    const read = new Set(parts.flatMap(variablesOf));
    return Object.keys(settingsOf(all))
      .filter((name) => !read.has(name) || (SECRET.test(name) && name !== 'RECAPTCHA_SITE_KEY'))
      .map((name) => `${name} does not belong into the settings`);
  },
  'the tables of a service are made by its owner, who is told to nobody else': (all) => {
    const services = parts.filter((part) => part !== 'gateway');
    const jobs = ofKind(all, 'Job');
    const wrong = services.filter((part) => {
      const job = jobs.find(({ metadata }) => metadata.name === `migrate-${part}`);
      const program = ofKind(all, 'Deployment').find(({ metadata }) => metadata.name === `shop-${part}`);
      if (!job || !program) return true;
      const [{ image, command, env }] = containersOf(job) as [Container];
      const secrets = podOf(job).spec.volumes.flatMap(({ secret }) => secret?.secretName ?? []);
      return !(
        image === containersOf(program)[0]!.image &&
        command?.join(' ') === `node services/${part}/dist/migrate.js` &&
        env?.map(({ name }) => name).join() === 'MIGRATION_DATABASE_URL_FILE' &&
        secrets.join() === `migrate-${part}`
      );
    });
    const withOwner = ofKind(all, 'Deployment', 'StatefulSet').filter((workload) =>
      JSON.stringify(workload).includes('migrate-'),
    );
    return [
      ...wrong.map((part) => `nobody makes the tables of ${part}`),
      ...withOwner.map((workload) => `${called(workload)} knows an owner`),
    ];
  },
  'what is referred to is there': (all) => {
    const ofSets = ofKind(all, 'StatefulSet').flatMap(({ metadata, spec }) =>
      (spec.volumeClaimTemplates ?? []).map((claim) => `${claim.metadata.name}-${metadata.name}-0`),
    );
    return workloads(all).flatMap((workload) => {
      const { volumes } = podOf(workload).spec;
      const claims = volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);
      const maps = containersOf(workload).flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef.name));
      const there = (kind: string, name: string) => ofKind(all, kind).some(({ metadata }) => metadata.name === name);
      return [
        ...claims.filter((name) => !there('PersistentVolumeClaim', name) && !ofSets.includes(name)),
        ...maps.filter((name) => !there('ConfigMap', name)),
      ].map((name) => `${called(workload)}: there is no ${name}`);
    });
  },
  'the door is the gateway, under the address that people use': (all) => {
    const { PUBLIC_URL = 'http://nowhere' } = settingsOf(all);
    return ofKind(all, 'Ingress').flatMap(({ spec }) => {
      const [{ host, http }] = spec.rules;
      const { service } = http.paths[0].backend;
      const target = ofKind(all, 'Service').find(({ metadata }) => metadata.name === service.name);
      return host === new URL(PUBLIC_URL).hostname &&
        spec.tls[0].hosts[0] === host &&
        target?.spec.selector['app.kubernetes.io/name'] === 'gateway' &&
        target?.spec.ports.some(({ name }) => name === service.port.name)
        ? []
        : ['the Ingress leads elsewhere'];
    });
  },
  'each night the check asks every service at its door for operators, with its token, and is let in': (all) => [
    ...notReached(all, 'check'),
    ...(cronJobs(all, 'check').some(({ spec }) => spec.suspend) ? ['the check never runs'] : []),
  ],
  'operators have their commands, which run when they are asked alone and reach the services and two databases': (all) => {
    const [container] = cronJobs(all, 'ops').flatMap(containersOf);
    const value = (name: string) => container?.env?.find((variable) => variable.name === name)?.value;
    const secrets = cronJobs(all, 'ops').flatMap((workload) =>
      podOf(workload).spec.volumes.flatMap(({ secret }) => secret?.secretName ?? []),
    );
    const postgres = ofKind(all, 'NetworkPolicy').find(({ metadata }) => metadata.name === 'postgres');
    const letIn = (postgres?.spec.ingress ?? []).some(({ from = [] }) =>
      from.some(({ podSelector }) => podSelector?.matchExpressions?.some(({ values }) => values.includes('ops'))),
    );
    return [
      ...notReached(all, 'ops'),
      ...(cronJobs(all, 'ops').every(({ spec }) => spec.suspend) ? [] : ['the commands run by themselves']),
      ...(container?.command?.join(' ') === 'node infra/ops/dist/main.js' ? [] : ['the command line is another']),
      ...(secrets.join() === 'shop-ops' ? [] : [`the commands are mounted ${secrets.join(', ')}`]),
      ...['identity', 'sellers']
        .filter((part) => value(`${part.toUpperCase()}_DATABASE_URL_FILE`) !== `/run/shop/database-url-${part}`)
        .map((part) => `the commands do not know the database of ${part}`),
      ...(letIn ? [] : ['the commands do not reach Postgres']),
    ];
  },
  'each night the databases are backed up': (all) => {
    const own = ofKind(all, 'CronJob').filter(({ metadata }) => metadata.name === 'postgres-backup');
    const operators = ofKind(all, 'ScheduledBackup').filter(({ spec }) => spec.cluster?.name === 'postgres');
    return own.length + operators.length === 1 ? [] : ['no backup is scheduled'];
  },
  'each night the objects that the cluster keeps are copied, and cannot be changed by that': (all) => {
    const stores = ofKind(all, 'StatefulSet').filter(({ metadata }) => metadata.name === 'minio');
    const copied = ofKind(all, 'CronJob')
      .filter(({ spec }) => !spec.suspend)
      .flatMap((workload) => podOf(workload).spec.volumes)
      .filter(({ persistentVolumeClaim: claim }) => claim?.claimName === 'data-minio-0' && claim.readOnly);
    return stores.length === copied.length ? [] : ['nobody copies the objects'];
  },
};

const cronJobs = (all: Manifest[], name: string) =>
  ofKind(all, 'CronJob').filter(({ metadata }) => metadata.name === `shop-${name}`);

/** The services whose operators' port `name` does not know, has no token for, or is not admitted to. */
function notReached(all: Manifest[], name: string): string[] {
  const [container] = cronJobs(all, name).flatMap(containersOf);
  const value = (variable: string) => container?.env?.find((entry) => entry.name === variable)?.value;
  const letsIn = (part: Part) =>
    (ofKind(all, 'NetworkPolicy').find(({ metadata }) => metadata.name === `shop-${part}`)?.spec.ingress ?? []).some(
      ({ from = [], ports = [] }) =>
        ports.some(({ port }) => port === 'operators') &&
        from.some(({ podSelector }) => podSelector?.matchExpressions?.some(({ values }) => values.includes(name))),
    );
  return parts
    .filter((part) => part !== 'gateway')
    .filter((part) => {
      const door = value(`${part.toUpperCase()}_OPS_URL`) === `http://shop-${part}:9090`;
      return !(door && value(`${part.toUpperCase()}_OPS_TOKEN_FILE`) === `/run/shop/ops-token-${part}` && letsIn(part));
    })
    .map((part) => `${name} does not reach ${part}`);
}

/** The time after which a program that was told to stop is killed (packages/runtime/src/shutdown.ts). */
export const HARD_STOP_SECONDS = 40;

export const settingsOf = (all: Manifest[]) =>
  ofKind(all, 'ConfigMap').find(({ metadata }) => metadata.name.startsWith('settings'))?.data ?? {};

const variablesOf = (part: Part) => Object.keys(shapeOf(CONFIGS[part]));
/** The variables without which the schema refuses to start, and those without which a cluster would lose something. */
const requiredOf = (part: Part) =>
  variablesOf(part).filter(
    (name) =>
      !shapeOf(CONFIGS[part])[name]!.safeParse(undefined).success ||
      (/^(AMQP_URL|S3_\w+|ADMIN_(EMAIL|PASSWORD))$/.test(name) && !/^S3_(BUCKET|PUBLIC_ENDPOINT)$/.test(name)),
  );
