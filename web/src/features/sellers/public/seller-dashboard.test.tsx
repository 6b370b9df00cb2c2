import { act, screen, waitFor, within } from '@testing-library/react';
import type { SellerView } from '@shop/contracts/views';
import { refusal } from '#testing/answers.ts';
import { aStore } from '#testing/a-seller.ts';
import { aDetails } from '#testing/a-user.ts';
import { renderAt, signedInAs } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { stubUploads } from '#testing/stub-upload.ts';
import { SellerDashboard } from './SellerDashboard';
import { problemOf } from './verification-file';

const aNewStore = (more: Partial<SellerView> = {}) =>
  aStore({
    status: '0',
    payment_method: null,
    paypal_email: null,
    paypal_confirmed: null,
    accepted_offer: false,
    offer_accepted_at: null,
    offer_version: null,
    verification_photo: null,
    verification_pages: null,
    verification_uploaded_at: null,
    verification_waits: false,
    verification_due_at: null,
    social_link: null,
    ...more,
  });

function show(store: SellerView, more: Parameters<typeof stubServer>[0] = {}) {
  signedInAs(7);
  const calls = stubServer({
    'GET /api/sellers/user/7': { body: { success: true, data: store } },
    'GET /api/users/7/details': { body: aDetails() },
    'GET /api/sellers/3/tracks': { body: { success: true, data: [], submissions: [] } },
    // earnings.test.tsx tests the ledger.
    'GET /api/sellers/3/ledger': { status: 503 },
    ...more,
  });
  const routes = [{ path: '/elsewhere', element: <p>Elsewhere</p> }];
  return { calls, ...renderAt(<SellerDashboard userId={7} />, { routes }) };
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));

test.each([
  ['image/png', 5 * 1024 * 1024, null],
  ['image/png', 5 * 1024 * 1024 + 1, 'File size should be less than 5MB'],
  ['image/svg+xml', 10, 'Only JPEG, PNG or PDF files are allowed'],
  ['application/pdf', 0, 'The file is empty'],
])('a document of %s and %d bytes before it is sent: %p', (type, size, problem) => {
  expect(problemOf({ type, size })).toBe(problem);
});

test('a PayPal address that is not confirmed says so, and its link is sent again', async () => {
  const again = 'POST /api/sellers/3/payment/confirmation';
  const { user } = show(aStore({ paypal_confirmed: false }), { [again]: { body: { message: 'We have sent the link again.' } } });
  const payment = await section('Payment info');
  expect(payment.getByRole('group', { name: 'PayPal address' })).toHaveTextContent('pay@night.example Waiting for confirmation');
  await user.click(payment.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('We have sent the link again.')).toBeVisible();
});

test('a confirmed PayPal address says so, and a card has nothing to confirm', async () => {
  const { unmount } = show(aStore());
  expect((await section('Payment info')).getByText('Confirmed')).toBeVisible();
  unmount();
  show(aStore({ payment_method: 'card', paypal_email: null, paypal_confirmed: null, card_number: '4242' }));
  expect((await section('Payment info')).queryByText('Confirmed')).toBeNull();
});

test('the offer wants its checkbox first, and a failure says so', async () => {
  const { user, calls } = show(aNewStore(), { 'PUT /api/sellers/3/accept-offer': { status: 500 } });
  const offer = await section('Offer agreement');
  await user.click(offer.getByRole('button', { name: /Accept Offer/ }));
  expect(offer.getByText('Please check the checkbox first')).toBeInTheDocument();
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  await user.click(offer.getByLabelText('I have read and accept the Public Offer Agreement'));
  await user.click(offer.getByRole('button', { name: /Accept Offer/ }));
  expect(await screen.findByText('Failed to accept offer')).toBeInTheDocument();
});

test('an offer is accepted in the version that is shown; a newer one is to be read first', async () => {
  const { user, calls } = show(aNewStore(), {
    'PUT /api/sellers/3/accept-offer': refusal('409 offer-changed', 'The agreement has changed.'),
  });
  const offer = await section('Offer agreement');
  await user.click(offer.getByLabelText('I have read and accept the Public Offer Agreement'));
  await user.click(offer.getByRole('button', { name: 'Accept Offer (version 1.1)' }));
  expect(await screen.findByText('The agreement has changed.')).toBeVisible();
  expect(calls.find(({ method }) => method === 'PUT')!.body).toEqual({ offer_version: '1.1' });
});

test('an offer that is accepted after the end of the session waits for the login', async () => {
  const { user, store } = show(aNewStore(), {
    'PUT /api/sellers/3/accept-offer': refusal('401 unauthenticated', 'Please log in.'),
  });
  const offer = await section('Offer agreement');
  await user.click(offer.getByLabelText('I have read and accept the Public Offer Agreement'));
  await user.click(offer.getByRole('button', { name: /Accept Offer/ }));
  expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
  expect(store.getState().session.loginOpen).toBe(true);
  expect(screen.queryByText('Failed to accept offer')).toBeNull();
});

test('a kept card is never sent back; a refusal stands beside its field', async () => {
  const store = aNewStore({ payment_method: 'card', card_number: '4242', card_holder_name: 'Nora Vale' });
  const refused = refusal('400 invalid', 'Please enter the name on the card', { field: 'card_holder_name' });
  const { user, calls } = show(store, { 'PUT /api/sellers/3/payment': refused });
  const payment = await section('Payment info');
  await user.click(payment.getByRole('button', { name: 'Save payment info' }));
  expect(await screen.findByText('Failed to update payment information')).toBeInTheDocument();
  expect(payment.getByText('Please enter the name on the card')).toBeInTheDocument();
  expect(calls.find(({ method }) => method === 'PUT')!.body).toEqual({
    payment_method: 'card',
    card_number: null,
    card_holder_name: 'Nora Vale',
  });
});

test.each(['5678', '4111 xxxx', '4111 1111 1111 111x', '4111 1111 1111 1112'])(
  'a new card of which %s is typed is not taken for the kept one: it is said at its field, and nothing is sent',
  async (typed) => {
    const store = aNewStore({ payment_method: 'card', card_number: '1234', card_holder_name: 'Nora Vale' });
    const { user, calls } = show(store, { 'PUT /api/sellers/3/payment': { body: { success: true, data: store } } });
    const payment = await section('Payment info');
    const number = payment.getByLabelText('Card number');
    await user.type(number, typed);
    await user.click(payment.getByRole('button', { name: 'Save payment info' }));
    expect(number).toHaveAccessibleDescription(/Please enter a valid card number/);
    expect(number).toHaveFocus();
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
    await user.clear(number);
    await user.type(number, '4111-1111 1111 1111');
    await user.click(payment.getByRole('button', { name: 'Save payment info' }));
    expect(await screen.findByText('Payment information updated successfully!')).toBeVisible();
  },
);

test('missing payout details are named before the second factor, and the first missing field has the focus', async () => {
  const { user, calls } = show(aNewStore());
  const payment = await section('Payment info');
  const save = () => user.click(payment.getByRole('button', { name: 'Save payment info' }));
  await save();
  const methods = payment.getByRole('radiogroup', { name: 'Payment method' });
  expect(methods).toHaveAccessibleDescription('Please choose a payment method');
  expect(methods).toBeInvalid();
  expect(payment.getByLabelText('PayPal')).toHaveFocus();

  await user.click(payment.getByLabelText('Card'));
  await save();
  expect(payment.getByLabelText('Card number')).toHaveFocus();
  expect(payment.getByLabelText('Card number')).toHaveAccessibleDescription('Please enter your card number');
  expect(payment.getByLabelText('Card holder name')).toHaveAccessibleDescription('Please enter the name on the card');
  expect(methods).toBeValid();
  await user.type(payment.getByLabelText('Card holder name'), 'Nora Vale');
  await save();
  expect(payment.getByLabelText('Card number')).toHaveFocus();
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('payout details that are saved after the end of the session wait for the login', async () => {
  const { user, store } = show(aNewStore(), { 'PUT /api/sellers/3/payment': refusal('401 unauthenticated', 'Please log in.') });
  const payment = await section('Payment info');
  await user.click(payment.getByLabelText('PayPal'));
  await user.type(payment.getByLabelText('PayPal email'), 'pay@night.example');
  await user.click(payment.getByRole('button', { name: 'Save payment info' }));
  expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
  expect(store.getState().session.loginOpen).toBe(true);
  expect(payment.getByLabelText('PayPal email')).toHaveValue('pay@night.example');
  expect(screen.queryByText('Failed to update payment information')).toBeNull();
});

test('payout details are there again after a change of tab, but for the card number, until they are saved', async () => {
  const saved = aNewStore({ payment_method: 'card', card_number: '1234', card_holder_name: 'Nora Vale' });
  let store = aNewStore();
  const answers = {
    'GET /api/sellers/user/7': () => ({ body: { success: true, data: store } }),
    'PUT /api/sellers/3/payment': () => ({ body: { success: true, data: (store = saved) } }),
  };
  const before = show(store, answers);
  const typed = await section('Payment info');
  await before.user.click(typed.getByLabelText('Card'));
  await before.user.type(typed.getByLabelText('Card holder name'), 'Nora Vale');
  await before.user.type(typed.getByLabelText('Card number'), '4111111111111111');
  before.unmount();
  const storage = JSON.stringify(sessionStorage);
  expect(storage).toContain('Nora Vale');
  expect(storage).not.toContain('4111');

  const { user } = show(store, answers);
  const payment = await section('Payment info');
  expect(payment.getByLabelText('Card holder name')).toHaveValue('Nora Vale');
  expect(payment.getByLabelText('Card number')).toHaveValue('');
  await user.type(payment.getByLabelText('Card number'), '4111111111111111');
  await user.click(payment.getByRole('button', { name: 'Save payment info' }));
  expect(await screen.findByText('Payment information updated successfully!')).toBeVisible();
  expect(payment.getByLabelText('Card number')).toHaveValue('');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("unsaved payout details are marked until they are saved, undone or the same as the store's", async () => {
  let store = aNewStore({ payment_method: 'paypal', paypal_email: 'old@night.example' });
  const { user, calls } = show(store, {
    'GET /api/sellers/user/7': () => ({ body: { success: true, data: store } }),
    'PUT /api/sellers/3/payment': () => {
      store = aNewStore({ payment_method: 'paypal', paypal_email: 'new@night.example' });
      return { body: { success: true, data: store } };
    },
  });
  const payment = await section('Payment info');
  const email = payment.getByLabelText('PayPal email');
  expect(payment.queryByText('Not saved yet')).toBeNull();
  await user.type(email, '!');
  expect(payment.getByText('Not saved yet')).toBeVisible();
  await user.type(email, '{Backspace}');
  expect(payment.queryByText('Not saved yet')).toBeNull();

  await user.click(payment.getByLabelText('Card'));
  await user.type(payment.getByLabelText('Card number'), '4111');
  await user.click(payment.getByRole('button', { name: 'Cancel' }));
  expect(payment.getByLabelText('PayPal email')).toHaveValue('old@night.example');
  expect(payment.queryByText('Not saved yet')).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual([]);

  await user.clear(payment.getByLabelText('PayPal email'));
  await user.type(payment.getByLabelText('PayPal email'), 'NEW@night.example');
  await user.click(payment.getByRole('button', { name: 'Save payment info' }));
  expect(await screen.findByText('Payment information updated successfully!')).toBeVisible();
  expect(payment.getByLabelText('PayPal email')).toHaveValue('new@night.example');
  expect(payment.queryByText('Not saved yet')).toBeNull();
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('only changed values are kept, so newer values of the store stay', async () => {
  const before = show(aNewStore({ payment_method: 'card', card_number: '1234', card_holder_name: 'Nora Vale' }));
  const typed = await section('Payment info');
  await before.user.type(typed.getByLabelText('Card holder name'), '!');
  before.unmount();

  show(aNewStore({ payment_method: 'paypal', paypal_email: 'new@night.example' }));
  const payment = await section('Payment info');
  expect(payment.getByLabelText('PayPal email')).toHaveValue('new@night.example');
  expect(payment.getByText('Not saved yet')).toBeVisible();
});

test('a document that is sent after the end of the session waits for the login, and so does what was typed beside it', async () => {
  const { calls, user, store } = show(aNewStore());
  stubUploads({ status: 401, body: refusal('401 unauthenticated', 'Please log in.').body });
  URL.createObjectURL = () => 'blob:document';
  URL.revokeObjectURL = () => {};
  const payment = await section('Payment info');
  await user.click(payment.getByLabelText('PayPal'));
  await user.type(payment.getByLabelText('PayPal email'), 'pay@night.example');
  const verification = await section('Identity verification');
  const scan = new File(['scan'], 'passport.png', { type: 'image/png' });
  await user.upload(verification.getByLabelText(/Verification document/), scan);
  await user.click(verification.getByRole('button', { name: 'Upload document' }));
  expect(await screen.findByText('Please log in or register to continue.')).toBeVisible();
  expect(store.getState().session.loginOpen).toBe(true);
  expect(verification.getByRole('button', { name: 'Upload document' })).toBeEnabled();
  expect(payment.getByLabelText('PayPal email')).toHaveValue('pay@night.example');
  expect(screen.queryByText('Failed to upload verification document')).toBeNull();
  expect(calls.filter(({ path }) => path === '/api/sellers/user/7')).toHaveLength(1);
});

describe('a document that is still being sent when its page is left', () => {
  const scan = new File(['scan'], 'passport.png', { type: 'image/png' });
  const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  async function leaveAndComeBack() {
    let answer!: (response: { status: number; body: unknown }) => void;
    const uploads = stubUploads(new Promise((resolve) => (answer = resolve)));
    URL.createObjectURL = () => 'blob:document';
    URL.revokeObjectURL = () => {};
    const view = show(aNewStore());
    const first = await section('Identity verification');
    await view.user.upload(first.getByLabelText(/Verification document/), scan);
    await view.user.click(first.getByRole('button', { name: 'Upload document' }));
    await act(() => view.router.navigate('/elsewhere'));
    expect(screen.getByText('Elsewhere')).toBeVisible();
    await act(() => view.router.navigate(-1));
    return { ...view, uploads, answer, shown: await section('Identity verification') };
  }

  test('is still shown as being sent, and the browser asks before the page is closed', async () => {
    const { uploads, answer, shown, calls } = await leaveAndComeBack();
    expect(shown.getByText('Sending… 40 %')).toBeVisible();
    expect(shown.getByRole('button', { name: 'Upload document' })).toBeDisabled();
    expect(shown.queryByLabelText(/Verification document/)).toBeNull();
    expect(asksToStay()).toBe(true);

    answer({ status: 200, body: { success: true, data: aNewStore() } });
    expect(await screen.findByText('Verification document uploaded successfully')).toBeVisible();
    expect(shown.queryByText(/Sending/)).toBeNull();
    expect(asksToStay()).toBe(false);
    expect(uploads).toHaveLength(1);
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/sellers/user/7').length).toBeGreaterThan(1));
  });

  test('says why it was refused, until another one is chosen', async () => {
    const { answer, shown, user } = await leaveAndComeBack();
    answer(refusal('400 invalid', 'This file is no image.'));
    expect(await shown.findByText('This file is no image.')).toBeVisible();
    expect(shown.getByRole('button', { name: 'Upload document' })).toBeEnabled();
    expect(asksToStay()).toBe(false);
    await user.click(shown.getByRole('button', { name: 'Choose another' }));
    await user.upload(shown.getByLabelText(/Verification document/), scan);
    expect(shown.queryByText('This file is no image.')).toBeNull();
    expect(shown.getByRole('button', { name: 'Upload document' })).toBeEnabled();
  });
});

test('a document that was saved again since it was chosen must be chosen again', async () => {
  const uploads = stubUploads('network-error', { status: 200, body: { success: true, data: aNewStore() } });
  URL.createObjectURL = () => 'blob:document';
  URL.revokeObjectURL = () => {};
  const { user } = show(aNewStore());
  const verification = await section('Identity verification');
  const scan = new File(['scan'], 'passport.png', { type: 'image/png' });
  await user.upload(verification.getByLabelText(/Verification document/), scan);
  const isGone = new DOMException('The file has changed.', 'NotReadableError');
  jest.spyOn(scan, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(isGone) } as Blob);
  await user.click(verification.getByRole('button', { name: 'Upload document' }));
  expect(await verification.findByText('The file has changed or is gone. Please choose it again.')).toBeVisible();
  expect(verification.queryByText(/passport\.png/)).toBeNull();
  await user.upload(verification.getByLabelText(/Verification document/), new File(['new'], 'new.png', { type: 'image/png' }));
  expect(verification.queryByRole('alert')).toBeNull();
  await user.click(verification.getByRole('button', { name: 'Upload document' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
});

test('a refused document shows the reason, and another document may be sent', async () => {
  const refused = { status: 'inactive', verification_refused_at: '2026-11-21T12:00:00.000Z', status_reason: 'It is blurred.' };
  show(aNewStore({ ...refused, verification_photo: '/api/sellers/3/verification', verification_pages: 1 }));
  const status = await section('Status');
  expect(status.getByText('It is blurred.')).toBeVisible();
  expect(status.getAllByLabelText('To do:')).toHaveLength(4);
  const verification = await section('Identity verification');
  expect(verification.getByText(/was not accepted on .+ Please send another document\./)).toBeVisible();
  expect(verification.getByLabelText(/Verification document/)).toBeInTheDocument();
  expect(verification.queryByRole('img')).toBeNull();
});

test('the unjudged document of an active store is not called verified, and its answer is promised', async () => {
  const sent = { verification_photo: '/api/sellers/3/verification', verification_due_at: new Date().toISOString() };
  show(aNewStore({ status: 'active', verification_pages: 1, verification_waits: true, ...sent }));
  expect((await section('Identity verification')).getByText('Sent')).toBeVisible();
  expect((await section('Status')).getByText(/^Answer/)).toBeVisible();
});

test('a store that is pending without a document is asked for one', async () => {
  show(aNewStore({ status: 'pending' }));
  const status = await section('Status');
  expect(status.getByText(/^Send a document that shows who you are/)).toBeVisible();
  expect(status.queryByText(/Your document is with us/)).toBeNull();
  expect((await section('Send Track')).getByText(/Upload your identity document first\.$/)).toBeVisible();
});

test('a document that waits once more is promised an answer from then on, however long ago it was sent', async () => {
  const dueAt = new Date(Date.now() + 47.5 * 3_600_000).toISOString();
  show(aStore({ verification_uploaded_at: '2026-01-04T10:00:00.000Z', verification_due_at: dueAt }));
  const status = await section('Status');
  expect(status.getByText(/^Your document is with us/)).toBeVisible();
  expect(status.getByText(/^Answer/)).toHaveAttribute('datetime', dueAt);
});

test('a store that is not active says that its tracks are not for sale', async () => {
  const track = { id: 1, name: 'Low Tide', category: 'Techno', img: '/a.webp', price: 299, bpm: 128, music_key: 'A' };
  const trackView = { ...track, created_at: '2026-11-01T10:00:00.000Z', status: 'Not for sale', unsold: false };
  show(aNewStore({ status: 'inactive' }), {
    'GET /api/sellers/3/tracks': { body: { success: true, data: [trackView], submissions: [] } },
  });
  expect((await section('Status')).getByText(/its tracks are not for sale/)).toBeVisible();
  const tracks = await section('Your Tracks');
  expect(await tracks.findByText('Not for sale')).toBeVisible();
  expect(tracks.queryByRole('link', { name: 'Low Tide' })).toBeNull();
});

test('tracks and submissions come with one call', async () => {
  const { calls } = show(aNewStore({ status: 'active' }));
  expect(await screen.findByText(/^No tracks yet/)).toBeVisible();
  expect(await screen.findByText(/^Nothing sent yet/)).toBeVisible();
  expect(calls.filter(({ path }) => path === '/api/sellers/3/tracks')).toHaveLength(1);
});

test('tracks that cannot be loaded show a message', async () => {
  show(aNewStore({ status: 'active' }), { 'GET /api/sellers/3/tracks': { status: 500 } });
  await waitFor(() => expect(screen.getByText('Failed to load seller tracks')).toBeInTheDocument());
});
