import { z } from 'zod';
import * as events from './events';

test('every event has a name of its own, below its owner, in lower case; what carries a code or token is secret', () => {
  const all = Object.values(events).flatMap((event) => (typeof event === 'function' && 'heardBy' in event ? [event] : []));
  expect(all.length).toBeGreaterThan(15);
  expect(new Set(all.map((event) => event.type)).size).toBe(all.length);
  for (const event of all) {
    expect(event.type).toMatch(/^(identity|catalog|orders|sellers|notifications|shop)\.[a-z]+(-[a-z]+)*$/);
    const fields = JSON.stringify(z.toJSONSchema(event.shape, { unrepresentable: 'any', io: 'input' }));
    expect([event.type, event.secret === true]).toEqual([event.type, /"(code|token|confirmation)":/.test(fields)]);
  }
});

test('an event with a code or token declares its validity in hours, at least one', () => {
  const all = events.ALL_EVENTS.filter(({ secret }) => secret === true).map(({ type, holdsHours }) => [type, holdsHours]);
  expect(Object.fromEntries(all)).toEqual({
    'identity.user-registered': 1,
    'identity.verification-code-requested': 1,
    'identity.password-reset-requested': 1,
    'identity.email-change-requested': 24,
    'identity.data-export-ready': 24,
    'identity.email-changed': 7 * 24,
    'sellers.paypal-confirmation-requested': 24,
  });
});

/** Fills every text, number and list of this shape with values that the test recognises. */
function filled(shape: z.core.$ZodType, path = 'data'): unknown {
  const { def } = (shape as z.ZodType)._zod;
  const inner = (element: z.core.$ZodType) => filled(element, path);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((shape as z.ZodObject).shape).map(([name, one]) => [name, filled(one, `${path}.${name}`)]),
      );
    case 'array':
      return [inner((shape as z.ZodArray).element)];
    case 'nullable':
    case 'optional':
    case 'default':
      return inner((shape as z.ZodNullable).unwrap());
    case 'record':
      return { canary: 'canary' };
    case 'enum':
      return (shape as z.ZodEnum).options[0];
    case 'literal':
      return (shape as z.ZodLiteral).value;
    case 'boolean':
      return true;
    case 'number':
      return 7;
    default:
      return `canary of ${path}`;
  }
}

/** Texts that the shop itself makes: ids of payments, kinds, moments. */
const MAY_STAY =
  /^data\.(reason|captureId|payment\.(captureId|method)|refundId|couponCode|status|before|change|action|fields|journal|kind|mailId|dueOn|dueAt|until|heldUntil|eraseAt|expiresAt|undo\.until|night|genre|method|open\.kind|missing|number|month|about|payoutBatchId|disputeId|outcome)$/;

test('the timeline keeps no code, token, link, address, name or typed text of any event', () => {
  for (const { type, shape, timeline } of events.ALL_EVENTS) {
    const { facts = {} } = timeline.keep(filled(shape) as never);
    const texts = Object.values(facts).filter((fact) => typeof fact === 'string' && fact.includes('canary of '));
    const wrong = texts.map((text) => String(text).replace('canary of ', '')).filter((path) => !MAY_STAY.test(path));
    expect([type, wrong]).toEqual([type, []]);
  }
});

test('the timeline heads every event in its own words, and knows what concerns an order, a track, a store or an account', () => {
  const headed = events.ALL_EVENTS.map(({ timeline }) => timeline.title);
  expect(new Set(headed).size).toBe(headed.length);
  const FIELDS = { orderId: 'order', productId: 'track', sellerId: 'store', userId: 'account', buyerId: 'account' } as const;
  for (const { type, shape, timeline } of events.ALL_EVENTS) {
    if (!(shape instanceof z.ZodObject)) throw new Error(`${type} is no object`);
    const facts = timeline.keep(filled(shape) as never);
    const missing = Object.entries(FIELDS).filter(([field, subject]) => field in shape.shape && facts[subject] === undefined);
    expect([type, missing]).toEqual([type, []]);
  }
});

/** Fields that identify a person, tell how to reach them, or hold texts they wrote. */
const PERSONAL =
  /^(email|accountEmail|previousEmail|contactEmail|firstName|lastName|country|device|place|paidTo|word|answer|description|socialLink)$/;

test('`secret` of every event names the fields that say who somebody is; a `name` beside an `email` is one (beside a track or a store, call the address accountEmail)', () => {
  const all = events.ALL_EVENTS.map(({ type, shape, secret }) => {
    const names = new Set<string>();
    JSON.stringify(z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' }), (_key, value: unknown) => {
      const { properties } = (value ?? {}) as { properties?: Record<string, unknown> };
      for (const name of Object.keys(properties ?? {})) names.add(name);
      return value;
    });
    const personal = [...names].filter((name) => PERSONAL.test(name) || (name === 'name' && names.has('email')));
    return { type, kept: secret === true ? [] : personal.filter((name) => !(secret || []).includes(name)) };
  });
  // The fields of a person differ from `name`, because the tracks of an order have names too.
  expect(all.filter(({ kept }) => kept.some((name) => name !== 'name'))).toEqual([]);
  const named = all.filter(({ kept }) => kept.length > 0).map(({ type }) => type);
  expect(named).toEqual(['orders.order-captured', 'orders.order-placed', 'orders.order-resend-requested']);
});

test('an event whose `secret` fields were blanked still has its declared shape', () => {
  type Schema = { anyOf?: Schema[]; format?: string; pattern?: string; minLength?: number; enum?: unknown };
  const refusesEmpty = ({ anyOf, format, pattern, minLength, enum: choices }: Schema): boolean =>
    anyOf?.some(refusesEmpty) ?? (format ?? pattern ?? minLength ?? choices) !== undefined;
  const strict: [type: string, field: string][] = [];
  for (const { type, shape, secret } of events.ALL_EVENTS)
    JSON.stringify(z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input' }), (_key, value: unknown) => {
      const { properties } = (value ?? {}) as { properties?: Record<string, Schema> };
      for (const [field, given] of Object.entries(properties ?? {}))
        if (typeof secret === 'object' && secret.includes(field) && refusesEmpty(given)) strict.push([type, field]);
      return value;
    });
  expect(strict).toEqual([]);
});
