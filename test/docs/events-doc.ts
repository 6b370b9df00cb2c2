import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_EVENTS, type ServiceName } from '@shop/contracts/events';
import { HEARS } from '../brokers/hears';

const root = join(__dirname, '../..');
export const EVENTS_DOC = join(root, 'docs/events.md');

const services = Object.keys(HEARS) as ServiceName[];

type Kind = (typeof ALL_EVENTS)[number];
/** `shop` stands for any service. */
type Owner = ServiceName | 'shop';
type EventText = { name: string; says: string };

/** The event's name in code and its doc comment, by its type. */
export function toldInContracts(): Map<string, EventText> {
  const folder = join(root, 'packages/contracts/src/events');
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const declarations = source.matchAll(/\/\*\*((?:(?!\*\/)[^])*?)\*\/\s*export const (\w+) = defineEvent\(\s*'([^']+)'/g);
  return new Map(
    [...declarations].map(([, comment, name, type]) => [
      type!,
      {
        name: name!,
        says: comment!
          .replace(/^\s*\*\s?/gm, '')
          .replace(/\s+/g, ' ')
          .trim(),
      },
    ]),
  );
}

/** `docs/events.md`: who sends which event, who hears it, and what each hearer then does. */
export function renderEventsDoc(): string {
  const texts = toldInContracts();
  const owners = [...services, 'shop' as const].filter((service) => ALL_EVENTS.some((kind) => ownerOf(kind) === service));
  return `# Events

Written by \`npx tsx -C source test/docs/write-generated.ts\` from \`packages/contracts/src/events\` and the \`subscriptions.ts\` of the
services. In parentheses stand the fields, below the text
the reactions of each service.

Exchange \`shop.events\`, one quorum queue \`shop.<service>\`, and \`shop.timeline\` for every event; the type is the routing key.
Each event may arrive more than once and in any order. Bodies marked *secret*, and the fields that are called so, are blanked in the
outbox an hour after they were sent; a body that could not be handled yet is kept while its code or token holds.

${owners.map((owner) => section(owner, texts)).join('\n')}`;
}

const ownerOf = ({ type }: Kind) => type.split('.')[0] as Owner;
const reactionsOf = (service: ServiceName, { type }: Kind) =>
  HEARS[service].filter((subscription) => subscription.type === type).map(({ reaction }) => reaction);

function section(owner: Owner, texts: Map<string, EventText>): string {
  const kinds = ALL_EVENTS.filter((kind) => ownerOf(kind) === owner);
  const common = commonSecretOf(kinds);
  const legend = common ? `*Secret fields* are, in these events, ${common}.\n\n` : '';
  const entries = kinds.map((kind) => entry(kind, texts.get(kind.type)!, common, texts));
  return `## Said by ${owner === 'shop' ? 'any service' : owner}\n\n${legend}${entries.join('\n')}`;
}

/** The secret fields that at least three of these events have in common, as one list. */
function commonSecretOf(kinds: readonly Kind[]): string | undefined {
  const lists = kinds.flatMap(({ secret }) => (typeof secret === 'object' ? [secret.join(', ')] : []));
  return lists.find((list) => lists.filter((fields) => fields === list).length >= 3);
}

function entry(kind: Kind, { name, says }: EventText, common: string | undefined, texts: Map<string, EventText>): string {
  const reactions = services.flatMap((service) => {
    const names = reactionsOf(service, kind).map((reaction) => `\`${reaction}\``);
    return names.length > 0 ? [`${service} ${names.join(', ')}`] : [];
  });
  return `### ${name}

\`${kind.type}\` (${fieldsOf(kind, texts)})${saidOfSecret(kind, common)}. ${says}

${reactions.length > 0 ? reactions.join('; ') : 'Nobody reacts; the timeline keeps it.'}
`;
}

const namesOfFields = (kind: Kind) => Object.keys(kind.shape.shape);

/** The fields; where an earlier event begins with the same ones, and they are many, its name stands for them. */
function fieldsOf(kind: Kind, texts: Map<string, EventText>): string {
  const fields = namesOfFields(kind);
  const earlier = ALL_EVENTS.slice(0, ALL_EVENTS.indexOf(kind)).map((other) => ({ other, shared: sharedStart(fields, namesOfFields(other)) }));
  const { other, shared } = earlier.reduce((most, next) => (next.shared > most.shared ? next : most), { other: kind, shared: 0 });
  if (shared < 7) return fields.join(', ');
  const name = texts.get(other.type)!.name;
  const whole = shared === namesOfFields(other).length;
  return [`as ${name}${whole ? '' : ` up to ${fields[shared - 1]}`}`, ...fields.slice(shared)].join(', ');
}

function sharedStart(fields: string[], others: string[]): number {
  const differs = fields.findIndex((field, at) => field !== others[at]);
  return differs < 0 ? fields.length : differs;
}

function saidOfSecret({ secret }: Kind, common: string | undefined): string {
  if (typeof secret !== 'object') return secret ? ', *secret*' : '';
  const fields = secret.join(', ');
  return fields === common ? ', *secret fields*' : `, *secret*: ${fields}`;
}
