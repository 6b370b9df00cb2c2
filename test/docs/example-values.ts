import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** A value of this name is a new uuid in every request. */
const NEW_UUID = '{{$guid}}';

/**
 * The sample values of fields by name; the first one that the schema accepts is used. Other fields hold the first value that their
 * type allows, or are left out when optional.
 */
const VALUES: Record<string, readonly unknown[]> = {
  name: ['Mara'],
  firstName: ['Mara'],
  last_name: ['Lind'],
  lastName: ['Lind'],
  email: ['mara@example.com'],
  contactEmail: ['mara@example.com'],
  country: ['Sweden'],
  password: ['Demo-Tracks-24!'],
  confirmPassword: ['Demo-Tracks-24!'],
  current_password: ['Demo-Tracks-24!'],
  is_seller: [true],
  shop_name: ['Lind Audio'],
  social_link: ['https://soundcloud.com/lind-audio'],
  verificationCode: ['000000'],
  challenge: ['paste-the-challenge-that-this-login-has-got'],
  cart: [[1, 2]],
  wishlist: [[3]],
  add: [[3]],
  remove: [[1]],
  version: [2],

  ids: [[1, 2, 3], '1,2,3'],
  category: ['Techno'],
  genre: ['Techno'],
  bpm: [128],
  trackName: ['Harbour Lights'],
  storeName: ['Lind Audio'],
  price: [349],
  trackFilesLink: ['https://www.dropbox.com/s/track'],
  key: ['F#', NEW_UUID],

  month: ['2026-11'],

  user_id: [2],
  userId: [2],
  cartItems: [[1]],
  products: [[1]],
  projectSelections: [{ 1: true }],
  total_amount: [418.95],
  total_price: [418.95],
  orderID: ['the-id-that-create-answered'],
  code: ['GHOST25', '000000'],
  discount_percent: [25],
  expiry_date: ['2027-12-31'],
  newLinks: [true],
  example: ['https://soundcloud.com/someone/something'],
  stemsCount: [24],
  mixVersion: [['Extended Mix']],
  description: ['Dark and rolling.'],
  note: ["Refunded by hand on PayPal's pages"],

  amountCents: [20_930],
  reference: ['transfer 17'],
  reason: ['Agreed on by mail'],
  payment_method: ['card'],
  card_number: ['4242 4242 4242 4242'],
  card_holder_name: ['Mara Lind'],

  message: ['Do you take remixes?'],
  subject: ['My store'],
  text: ['When will it be active?'],
  title: ['New tracks every Friday'],
  content: ['Twelve of them this week. [Hear them](/shop).'],
  is_active: [true],
  status: ['processing', 'active', 'approved'],
  state: ['answered'],

  reaction: ['sendOrderMailWhenCaptured'],
};

/** The sample values that differ in these calls, and the parts that no schema describes. */
const VALUES_OF_CALLS: Record<string, Record<string, unknown>> = {
  'POST /api/products': {
    fields: JSON.stringify({
      ...{ name: 'Night Drive', category: 'Techno', price: 299, music_key: 'A', type: 'Instrumental', bpm: 128 },
      download_link: 'https://files.example/night-drive.zip',
    }),
  },
  'PUT /api/products/:id': { fields: JSON.stringify({ price: 349, old_price: 399 }) },
  'POST /api/demos': { name: 'Warehouse' },
  'PUT /api/demos/:id': { name: 'Cellar' },
  'POST /api/users/passkeys': { name: 'Laptop' },
  'POST /api/users/step-up': { password: undefined },
  'POST /api/csp-reports': { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://elsewhere.example' } },
  'POST /api/orders/paypal/webhook': { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} },
};

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

const takes = (schema: Schema, value: unknown) => z.safeParse(schema, value === NEW_UUID ? randomUUID() : value).success;
const isOptional = (schema: Schema) => takes(schema, undefined);

/** The input of a schema, before its transformations. */
function inputOf(schema: Schema): Def {
  const def = schema._zod.def as Def;
  if (def.type === 'pipe') return inputOf(def.in);
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return inputOf(def.innerType);
  return def;
}

export function fieldsOf(schema: Schema): Readonly<Record<string, Schema>> {
  const input = inputOf(schema);
  return input.type === 'object' ? input.shape : {};
}

/** The options of a field that takes nothing else. */
export function optionsOf(schema: Schema): readonly unknown[] {
  const input = inputOf(schema);
  return input.type === 'enum' ? Object.values(input.entries) : [];
}

/** An example of a call's input: the required fields, and those that the tables have. A file is undefined. */
export function exampleOf(schema: Schema | undefined, call: string): Record<string, unknown> {
  const own = VALUES_OF_CALLS[call] ?? {};
  return { ...(schema && objectOf(schema)), ...own };
}

/** The names and examples of a query's required parameters. */
export const requiredOf = (schema: Schema): [name: string, value: unknown][] =>
  Object.entries(fieldsOf(schema))
    .filter(([, field]) => !isOptional(field))
    .map(([name, field]) => [name, valueOf(name, field)]);

/** Of several forms that a call takes, the example is of the first. */
function objectOf(schema: Schema): Record<string, unknown> {
  const input = inputOf(schema);
  if (input.type === 'union' && input.options[0]) return objectOf(input.options[0]);
  return Object.fromEntries(
    Object.entries(fieldsOf(schema))
      .filter(([name, field]) => name in VALUES || !isOptional(field))
      .map(([name, field]) => [name, valueOf(name, field)]),
  );
}

/** An example of a field's value; undefined for a file. */
function valueOf(name: string, schema: Schema): unknown {
  const fitting = VALUES[name]?.find((value) => takes(schema, value));
  if (fitting !== undefined) return fitting;
  const input = inputOf(schema);
  if (input.type === 'file') return undefined;
  if (input.type === 'object') return objectOf(schema);
  if (input.type === 'array') return [valueOf(name, input.element)];
  if (input.type === 'union') return valueOf(name, input.options[0]!);
  if (input.type === 'literal') return input.values[0];
  if (input.type === 'enum') return optionsOf(schema)[0];
  if (input.type === 'boolean') return true;
  return ['number', 'int'].includes(input.type) ? 1 : 'paste';
}
