import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationConfig } from '@shop/runtime';
import { z } from 'zod';
import { LocalConfig } from '../../infra/local/src/config';
import { CONFIGS, shapeOf } from '../part-configs';

const root = join(__dirname, '../..');
export const CONFIGURATION_DOC = join(root, 'docs/configuration.md');
export const ENV_EXAMPLE = join(root, '.env.example');

/** The sections of the page, in order, with what is said of all their variables. */
const GROUPS = {
  shop: ['The shop', ''],
  servers: ['Servers', 'What is not named here is embedded: data lie in `DATA_DIR`, events stay in the process.'],
  mail: ['Mail', ''],
  payments: ['Payments', ''],
  invoices: ['Invoices', 'Without `LEGAL_NAME` the shop writes none ([rules](product/invoices.md), [how to begin](runbooks/invoices.md)).'],
  access: ['Access', ''],
  keys: [
    'Keys',
    '`npm start` makes them in `DATA_DIR` and does not read them from the environment, nor the tokens of operators; compose and Kubernetes mount them as files. While `CARD_KEY`, `FACTOR_KEY`, `DOWNLOAD_KEY`, `CERTIFICATE_KEY` or `DELIVERY_KEY` is changed, it holds two keys, one on each line ([runbook](runbooks/key-rotation.md)).',
  ],
  watching: ['Watching', ''],
  processes: ['Parts as processes of their own', 'Compose and Kubernetes set them; `npm start` sets what it needs itself. The address of a service may be several, with commas between them, or a name that stands for all replicas.'],
  others: ['Compose and tests', 'What no schema of a part reads.'],
} as const;
type Group = keyof typeof GROUPS;

/** What a schema says of its variable (`.meta`). `unset` says what holds without a value, where that is no value of its own. */
const About = z.strictObject({
  group: z.enum(Object.keys(GROUPS) as Group[]),
  description: z.string().regex(/^[A-Z`[].*\.$/s),
  unset: z.string().optional(),
});
type About = z.output<typeof About>;
type Variable = About & { name: string; value: string; readers: string[] };

/** The variables of compose and of tests, and the one that reading itself knows. */
const OTHERS: Record<string, Omit<About, 'group'>> = {
  DEFAULTS_FILE: {
    description:
      'A file of `NAME=value` lines for what is not set, which need not be there: how the profile `demo` of compose makes a demonstration.',
  },
  PUBLISH: { unset: '`127.0.0.1`', description: 'Compose: the address of this machine on which the gateway is opened.' },
  SIMULATOR_PUBLIC_URL: {
    unset: '`http://localhost:PAYPAL_SIMULATOR_PORT`',
    description: 'Compose: the simulator as browsers see it.',
  },
  PART_CPUS: { unset: 'no bound', description: 'Compose: the cores of one part at most.' },
  TEST_DATABASE_URL: { unset: 'what `npm test` finds', description: 'Tests: a Postgres.' },
  CHROMIUM_PATH: { unset: 'what `npm test` finds', description: 'Tests: a Chromium.' },
};

const SCHEMAS: Record<string, Record<string, z.ZodType>> = {
  start: LocalConfig.shape,
  ...Object.fromEntries(Object.entries(CONFIGS).map(([part, schema]) => [part, shapeOf(schema)])),
  migrate: migrationConfig,
};

/** The text of a schema; it may stand on the schema inside an optional one. */
function aboutOf(schema: z.core.$ZodType): unknown {
  const own = z.globalRegistry.get(schema);
  if (own) return own;
  const inner = innerOf(schema);
  return inner && aboutOf(inner);
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.def.in;
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.def.innerType : undefined;
}

/** The default of a schema as it stands in a file of variables. */
function defaultOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodDefault) return String(schema.def.defaultValue);
  const inner = innerOf(schema);
  return inner ? defaultOf(inner) : '';
}

/** Every variable of the schemas. @throws Error for one that no schema describes, or two describe differently */
export function variablesOf(schemas: Record<string, Record<string, z.ZodType>> = SCHEMAS): Variable[] {
  const names = new Set(Object.values(schemas).flatMap((shape) => Object.keys(shape)));
  return [...names].map((name) => {
    const reading = Object.entries(schemas).filter(([, shape]) => name in shape);
    const described = reading.map(([, shape]) => shape[name]!).filter((schema) => aboutOf(schema) !== undefined);
    const texts = new Set(described.map((schema) => JSON.stringify(aboutOf(schema))));
    if (texts.size !== 1) throw new Error(`${name}: ${texts.size} schemas describe it by .meta, and one should`);
    const about = About.safeParse(aboutOf(described[0]!));
    if (!about.success) throw new Error(`${name}: ${z.prettifyError(about.error)}`);
    const value = about.data.unset === undefined ? defaultOf(described[0]!) : '';
    return { ...about.data, name, value, readers: reading.map(([reader]) => reader) };
  });
}

const otherVariables = (): Variable[] =>
  Object.entries(OTHERS).map(([name, about]) => ({ ...about, group: 'others', name, value: '', readers: [] }));

const inGroups = (): [title: string, intro: string, variables: Variable[]][] => {
  const all = [...variablesOf(), ...otherVariables()];
  return Object.entries(GROUPS).map(([group, [title, intro]]) => [title, intro, all.filter((variable) => variable.group === group)]);
};

const SERVICES = Object.keys(CONFIGS).filter((part) => part !== 'gateway');

function readBy({ readers }: Variable): string {
  const services = SERVICES.filter((service) => readers.includes(service));
  const rest = readers.filter((reader) => !SERVICES.includes(reader));
  return [...rest, ...(services.length === SERVICES.length ? ['services'] : services)].join(', ');
}

function entryOnPage(variable: Variable, byCompose: Set<string>): string {
  const value = variable.unset ?? (variable.value && `\`${variable.value}\``);
  const readers = readBy(variable);
  const name = `\`${variable.name}\`${byCompose.has(variable.name) ? '\\*' : ''}`;
  return `- ${name}${value && ` (${value})`}: ${variable.description}${readers && ` *${readers}*`}`;
}

/** The names that docker-compose.yml takes from `.env`. */
function takenByCompose(): Set<string> {
  const named = readFileSync(join(root, 'docker-compose.yml'), 'utf8').matchAll(/\$\{(\w+)/g);
  return new Set([...named].map(([, name]) => name!));
}

/** `docs/configuration.md` */
export function renderConfigurationDoc(): string {
  const byCompose = takenByCompose();
  const sections = inGroups().map(([title, intro, variables]) => {
    const entries = variables.map((variable) => entryOnPage(variable, byCompose));
    return `\n## ${title}\n${intro && `\n${intro}\n`}\n${entries.join('\n')}\n`;
  });
  return `# Configuration

Written by \`npx tsx -C source test/docs/write-generated.ts\` from the schemas that check the variables when a part starts. A
variable is added in its schema, with \`.meta({ group, description, unset })\`.

Nothing has to be configured: a part without configuration is embedded. Variables come from the environment or a file \`.env\`;
[.env.example](../.env.example) is one with everything in it. An empty variable counts as absent. Instead of a variable \`NAME\`,
\`NAME_FILE\` may name a file with its value, as compose and Kubernetes hand out secrets. \`npm run ops -- doctor\` says what is
wrong with a configuration.

In parentheses stands the default, in italics who reads the variable (*start* is \`npm start\`). Compose takes those with an asterisk
from \`.env\`; any other goes under \`environment\` of its part in \`docker-compose.override.yml\`.
${sections.join('')}`;
}

/** Text of the page as it stands in a comment: a link is its text and its page. */
const asComment = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\((\S+?)\)/g, (_, words: string, target: string) => `${words} (${pathOf(target)})`)
    .replaceAll('`', '');
const pathOf = (target: string) => (target.startsWith('../') ? target.slice(3) : `docs/${target}`).replace(/#.*/, '');

function comment(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + word.length > 136) lines.push('');
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines.map((line) => `#${line}\n`).join('');
}

const entry = ({ name, description, unset, value }: Variable) =>
  `${comment(asComment(`${description}${unset ? ` Otherwise: ${unset}.` : ''}`))}${name}=${value}\n`;

/** `.env.example` */
export const renderEnvExample = () => `# Every variable the shop reads, as in docs/configuration.md. All are optional: what is not set is embedded (npm start).
${inGroups()
  .map(([title, intro, variables]) => `\n# --- ${title}\n${intro && comment(asComment(intro))}${variables.map(entry).join('')}`)
  .join('')}`;
