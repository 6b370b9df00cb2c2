import {
  EmailChanged,
  UserChanged,
  UserDeleted,
  UserReinstated,
  UserSuspended,
  UserVerified,
  type DataOf,
} from '@shop/contracts/events';
import { User, userSubject, viewOf } from './user.entity';

const mara = { email: 'mara@example.com', name: 'Mara', lastName: 'Lind', country: 'Sweden' };
const long = { passwordHash: 'of a long one', longPassword: true };
const short = { passwordHash: 'of a short one', longPassword: false };
const aUser = (over: Partial<User> = {}) => Object.assign(User.fresh({ ...mara, ...long }), { id: 7, ...over });
const anAdmin = (over: Partial<User> = {}) => aUser({ adminRole: 'support', ...over });
const profileOf = ({ name, lastName, email, country, adminRole }: User) => ({ name, lastName, email, country, adminRole });

const changedEvent = (version: number, over: Partial<DataOf<typeof UserChanged>> = {}) =>
  UserChanged({
    userId: 7,
    version,
    ...mara,
    isAdmin: false,
    adminRole: null,
    previousEmail: null,
    passwordChanged: false,
    ...over,
  });
const undo = { token: 'a-token', until: new Date('2026-11-27T12:00:00Z') };
const words = { former: ['old@example.com'], handedOn: [], typed: ['typo@example.com'] };

test('each transition counts the version up once, and its events have the new one', () => {
  const user = aUser();
  expect(user.verified(null)).toEqual(UserVerified({ userId: 7, version: 1, ...mara, seller: null }));
  const events = [
    user.suspend('Asked for it'),
    user.reinstate(),
    user.changePassword(long),
    ...user.edit({ ...profileOf(user), email: 'lind@example.com' }, long),
    ...user.moveTo('mara.lind@example.com', undo),
    user.moveBack('lind@example.com', 'of nobody'),
    ...user.saidAgain(true),
  ];
  const versions = events.map((event) => event?.data as { version: number }).map(({ version }) => version);
  expect(versions).toEqual([2, 3, 4, 5, 5, 6, 6, 7, 8, 8]);
  expect([user.version, user.erase(words).data.version]).toEqual([8, 9]);
});

describe('a suspension', () => {
  test('is told once, and has one reason until it ends', () => {
    const user = aUser();
    expect(user.suspend('Asked for it')).toEqual(UserSuspended({ userId: 7, version: 2 }));
    expect(user).toMatchObject({ suspendedAt: expect.any(Date) as Date, suspendedBecause: 'Asked for it' });
    expect(user.suspend('Asked for it')).toBeNull();
    expect(() => user.suspend('Fraud')).toThrow('This account is suspended already: Asked for it');
    expect(user).toMatchObject({ version: 2, suspendedBecause: 'Asked for it' });
  });

  test('ends once', () => {
    const user = aUser({ suspendedAt: new Date(), suspendedBecause: 'Fraud' });
    expect(user.reinstate()).toEqual(UserReinstated({ userId: 7, version: 2 }));
    expect(user).toMatchObject({ suspendedAt: null, suspendedBecause: null });
    expect(user.reinstate()).toBeNull();
    expect(user.version).toBe(2);
  });
});

describe('an edit', () => {
  test('that changes nothing is not told', () => {
    const user = aUser();
    expect(user.edit(profileOf(user), null)).toEqual([]);
    expect(user.version).toBe(1);
  });

  test('tells fields, role and password in one event', () => {
    const user = aUser();
    const events = user.edit({ ...profileOf(user), country: 'Norway', adminRole: 'owner' }, { ...long, passwordHash: 'new' });
    expect(events).toEqual([changedEvent(2, { country: 'Norway', isAdmin: true, adminRole: 'owner', passwordChanged: true })]);
    expect(user.passwordHash).toBe('new');
  });

  test('of the address tells the old one too, which cannot undo it', () => {
    const user = aUser();
    const [email, previousEmail] = ['lind@example.com', mara.email];
    expect(user.edit({ ...profileOf(user), email }, null)).toEqual([
      changedEvent(2, { email, previousEmail }),
      EmailChanged({ userId: 7, version: 2, name: 'Mara', email, previousEmail, undo: null }),
    ]);
  });
});

describe('an address', () => {
  const [email, previousEmail] = ['lind@example.com', mara.email];

  test('that its owner has confirmed is told to the old one with the link that undoes it', () => {
    const user = aUser();
    const link = { token: 'a-token', until: '2026-11-27T12:00:00.000Z' };
    expect(user.moveTo(email, undo)).toEqual([
      changedEvent(2, { email, previousEmail }),
      EmailChanged({ userId: 7, version: 2, name: 'Mara', email, previousEmail, undo: link }),
    ]);
    expect(user).toMatchObject({ email, ...long });
  });

  test('comes back with a password of nobody, and the one that goes is not told of a changed password', () => {
    const user = aUser({ email });
    expect(user.moveBack(previousEmail, 'of nobody')).toEqual(
      changedEvent(2, { email: previousEmail, previousEmail: email, passwordChanged: false }),
    );
    expect(user).toMatchObject({ email: previousEmail, passwordHash: 'of nobody', longPassword: false });
  });
});

describe('an admin', () => {
  const refused = (code: string) => expect.objectContaining({ code }) as Error;

  test('chooses no short password, and others do', () => {
    expect(() => anAdmin().changePassword(short)).toThrow(refused('invalid'));
    expect(() => anAdmin().edit(profileOf(anAdmin()), short)).toThrow(refused('invalid'));
    expect(aUser().changePassword(short)).toEqual(changedEvent(2, { passwordChanged: true }));
    expect(aUser().edit(profileOf(aUser()), short)).toEqual([changedEvent(2, { passwordChanged: true })]);
  });

  test('is nobody whose password is short, unless a long one comes with the role', () => {
    const user = aUser(short);
    const promoted = { ...profileOf(user), adminRole: 'viewer' } as const;
    expect(() => User.fresh({ ...mara, ...short, adminRole: 'viewer' })).toThrow(refused('short-password'));
    expect(User.fresh({ ...mara, ...short })).toMatchObject({ adminRole: null, ...short });
    expect(() => user.promote('viewer')).toThrow(refused('short-password'));
    expect(() => user.edit(promoted, null)).toThrow(refused('short-password'));
    expect(() => user.edit(promoted, short)).toThrow(refused('invalid'));
    expect(user.edit(promoted, long)).toEqual([changedEvent(2, { isAdmin: true, adminRole: 'viewer', passwordChanged: true })]);
  });

  test('whose short password is older than this rule is edited all the same', () => {
    const old = anAdmin(short);
    expect(old.edit({ ...profileOf(old), name: 'Maja' }, null)).toHaveLength(1);
  });

  test('is made of an account that is neither one already nor suspended', () => {
    expect(() => anAdmin().promote('owner')).toThrow(refused('administrator'));
    expect(() => anAdmin().promote('owner')).toThrow('This account is an admin already (support).');
    expect(() => aUser({ suspendedAt: new Date() }).promote('owner')).toThrow(refused('suspended'));
    expect(() => aUser({ suspendedAt: new Date() }).promote('owner')).toThrow('Reinstate it first.');
    expect(aUser().promote('owner')).toEqual(changedEvent(2, { isAdmin: true, adminRole: 'owner' }));
  });
});

test('what is erased leaves nothing personal, and its event says what to look for', () => {
  const user = anAdmin({ suspendedAt: new Date(), suspendedBecause: 'Fraud' });
  expect(user.erase(words)).toEqual(
    UserDeleted({
      userId: 7,
      version: 2,
      email: mara.email,
      formerEmails: [{ email: 'old@example.com' }],
      handedOn: [],
      words: [{ word: 'typo@example.com' }, { word: 'Mara Lind' }],
    }),
  );
  expect({ ...user }).toEqual({
    id: 7,
    version: 2,
    email: '',
    name: '',
    lastName: '',
    country: '',
    passwordHash: '',
    longPassword: true,
    adminRole: null,
    isSeller: false,
    suspendedAt: null,
    suspendedBecause: null,
    deletedAt: expect.any(Date) as Date,
  });
});

test('an erased account does not change, and is only said to be gone', () => {
  const user = aUser();
  user.erase(words);
  const changes = [
    () => user.suspend('Fraud'),
    () => user.changePassword(long),
    () => user.edit({ ...profileOf(user), name: 'Mara' }, null),
    () => user.moveTo(mara.email, undo),
    () => user.moveBack(mara.email, 'of nobody'),
    () => user.promote('owner'),
    () => user.erase(words),
  ];
  for (const change of changes) expect(change).toThrow('an erased account does not change');
  expect(user.saidAgain(true)).toEqual([UserDeleted({ userId: 7, version: 3, email: '', formerEmails: [], words: [] })]);
});

test.each([
  ['suspended', { suspendedAt: new Date() }, true, [changedEvent(2), UserSuspended({ userId: 7, version: 2 })]],
  ['suspended once', {}, true, [changedEvent(2), UserReinstated({ userId: 7, version: 2 })]],
  ['never suspended', {}, false, [changedEvent(2)]],
])('an account that is %s is said again as it is', (_, over, onceSuspended, events) => {
  expect(aUser(over).saidAgain(onceSuspended)).toEqual(events);
});

test('its owner and admins see role and suspension, and nothing of the password', () => {
  const createdAt = new Date('2026-03-01T09:00:00Z');
  const suspendedAt = new Date('2026-03-02T10:00:00Z');
  const person = { id: 7, name: 'Mara', last_name: 'Lind', email: mara.email, country: 'Sweden', is_seller: false };
  const buyer = { ...person, is_admin: 0, admin_role: null, suspended: null, created_at: createdAt.toISOString() };
  expect(viewOf(aUser({ createdAt }))).toEqual(buyer);
  expect(viewOf(anAdmin({ createdAt }))).toEqual({ ...buyer, is_admin: 1, admin_role: 'support' });
  const suspended = { since: suspendedAt.toISOString(), reason: 'Fraud' };
  expect(viewOf(aUser({ createdAt, suspendedAt, suspendedBecause: 'Fraud' }))).toEqual({ ...buyer, suspended });
});

test('the audit log names an account by its number alone', () => {
  expect(userSubject(7)).toEqual({ type: 'user', id: 7, name: 'Account 7' });
});
