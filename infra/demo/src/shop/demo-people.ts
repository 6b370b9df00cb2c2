import { DEMO_PASSWORD, demoBuyer, demoSeller, type Registration } from './demo-accounts';

type Person = Pick<Registration, 'name' | 'last_name' | 'country'>;

const mailOf = ({ name }: Person) => `demo.${name.toLowerCase()}@example.com`;

const buyer = (person: Person): Registration => ({
  ...person,
  email: mailOf(person),
  password: DEMO_PASSWORD,
  is_seller: false,
  shop_name: null,
  social_link: null,
});

const owner = (person: Person, shop_name: string): Registration => ({ ...buyer(person), is_seller: true, shop_name });

export const moreBuyers = {
  jonah: buyer({ name: 'Jonah', last_name: 'Reyes', country: 'Portugal' }),
  mila: buyer({ name: 'Mila', last_name: 'Sorensen', country: 'Denmark' }),
};

/** One store for each status that an identity document can have, beside the demo seller's store. */
export const moreStores = {
  active: owner({ name: 'Amara', last_name: 'Okafor', country: 'Nigeria' }, 'Lagoon Works'),
  pending: owner({ name: 'Tomas', last_name: 'Brandt', country: 'Germany' }, 'Kabine Vier'),
  refused: owner({ name: 'Lucia', last_name: 'Ferrer', country: 'Spain' }, 'Casa Marea'),
  undocumented: owner({ name: 'Yuki', last_name: 'Arai', country: 'Japan' }, 'Paper Lantern Sound'),
};

export const demoAccounts: readonly Registration[] = [
  demoBuyer,
  demoSeller,
  ...Object.values(moreBuyers),
  ...Object.values(moreStores),
];
