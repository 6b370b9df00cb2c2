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

Written by \`npx tsx -C source test/docs/write-generated.ts\` from \`packages/contracts/src/events\`, where the fields stand, and the
\`subscriptions.ts\` of the services. Below each text are the reactions of each service.

Exchange \`shop.events\`, one quorum queue \`shop.<service>\`, and \`shop.timeline\` for every event. The type, also the routing key, is the
service and the name: \`identity.user-deleted\`.
Each event may arrive more than once and in any order. Bodies marked *secret*, and the fields that the contract calls so, are blanked in
the outbox an hour after they were sent; a body that could not be handled yet is kept while its code or token holds.

${owners.map((owner) => section(owner, texts)).join('\n')}`;
}

const ownerOf = ({ type }: Kind) => type.split('.')[0] as Owner;
const reactionsOf = (service: ServiceName, { type }: Kind) =>
  HEARS[service].filter((subscription) => subscription.type === type).map(({ reaction }) => reaction);

function section(owner: Owner, texts: Map<string, EventText>): string {
  const kinds = ALL_EVENTS.filter((kind) => ownerOf(kind) === owner);
  const entries = kinds.map((kind) => entry(kind, texts.get(kind.type)!));
  return `## Said by ${owner === 'shop' ? 'any service' : owner}\n\n${entries.join('\n')}`;
}

function entry(kind: Kind, { name, says }: EventText): string {
  const reactions = services.flatMap((service) => {
    const names = reactionsOf(service, kind).map((reaction) => `\`${reaction}\``);
    return names.length > 0 ? [`${service} ${names.join(', ')}`] : [];
  });
  return `### ${name}

${[typeOf(kind, name), secrecyOf(kind), withoutFields(says)].filter(Boolean).join(' ')}

${reactions.length > 0 ? reactions.join('; ') : 'Nobody reacts; the timeline keeps it.'}
`;
}

/** Sentences about fields stand in the contract beside them; the first one says what has happened. */
function withoutFields(says: string): string {
  return says
    .split(/(?<=\.) /)
    .filter((sentence, at) => at === 0 || !/`[a-z]\w*`|\bcents\b/.test(sentence))
    .join(' ');
}

/** The type, where the name does not say it. */
function typeOf(kind: Kind, name: string): string {
  const said = `${ownerOf(kind)}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace('-', '.')}`;
  return kind.type === said ? '' : `\`${kind.type}\`.`;
}

function secrecyOf({ secret }: Kind): string {
  if (!secret) return '';
  return typeof secret === 'object' ? '*Secret fields.*' : '*Secret.*';
}
