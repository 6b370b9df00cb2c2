import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { refusal } from '#testing/answers.ts';
import { aToken } from '#testing/a-user.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { useAdminForm, useDraft, useKeepDraft } from './drafts';
import { ADMIN_TOKEN_KEY, asAdmin, endAdminSession, startAdminSession } from '../calls/admin-session';
import { api } from '../calls/api';
import { useAppDispatch } from '../hooks';

const { useLazySecretQuery } = api.injectEndpoints({
  endpoints: (build) => ({ secret: build.query({ query: () => ({ url: 'coupons' }), extraOptions: asAdmin }) }),
});

function Form({ title }: { title: string }) {
  const { register, formState } = useAdminForm('form', { defaultValues: { note: 'as it was', title } });
  const draft = useDraft<string>('form/choice');
  const [choice, setChoice] = useState(draft ?? '');
  useKeepDraft('form/choice', choice !== '', () => choice);
  const [ask] = useLazySecretQuery();
  const dispatch = useAppDispatch();
  return (
    <>
      <input aria-label="Note" {...register('note')} />
      <input aria-label="Title" {...register('title')} />
      <input aria-label="Choice" value={choice} onChange={({ target }) => setChoice(target.value)} />
      <output>{formState.isDirty ? 'unsaved' : 'saved'}</output>
      <button onClick={() => void ask()}>Look</button>
      <button onClick={() => dispatch(endAdminSession())}>Logout</button>
    </>
  );
}

/** Opens the form for the admin with `token`, which begins with their id. Its call is refused. `title` is the server's value. */
function open(token = aToken(5), title = 'Old') {
  localStorage.setItem(ADMIN_TOKEN_KEY, token);
  stubServer({ 'GET /api/coupons': refusal('401 unauthenticated', 'Please log in.') });
  return renderAt(<Form title={title} />);
}
const values = () =>
  [screen.getByLabelText('Note'), screen.getByLabelText('Choice')].map((control) => (control as HTMLInputElement).value);
const isLoggedOut = ({ store }: ReturnType<typeof open>) => waitFor(() => expect(store.getState().adminSession.token).toBeNull());

async function typeInto(form: ReturnType<typeof open>) {
  await form.user.type(screen.getByLabelText('Note'), '!');
  await form.user.type(screen.getByLabelText('Choice'), 'B');
}

test('typed values are there again, unsaved, after another call found that the session is over', async () => {
  const first = open();
  await typeInto(first);
  await first.user.click(screen.getByRole('button', { name: 'Look' }));
  await isLoggedOut(first);
  first.unmount();

  const second = open();
  await waitFor(() => expect(values()).toEqual(['as it was!', 'B']));
  expect(screen.getByText('unsaved')).toBeVisible();
  second.unmount();

  open();
  expect(values()).toEqual(['as it was', '']);
});

test("one admin's typed values are not shown to the next", async () => {
  const first = open();
  await typeInto(first);
  await first.user.click(screen.getByRole('button', { name: 'Look' }));
  await isLoggedOut(first);
  first.unmount();

  open(aToken(8, 'b'));
  expect(values()).toEqual(['as it was', '']);
  expect(screen.getByText('saved')).toBeVisible();
});

test("unchanged fields of a draft have the server's present values", async () => {
  const first = open();
  await typeInto(first);
  await first.user.click(screen.getByRole('button', { name: 'Look' }));
  await isLoggedOut(first);
  first.unmount();

  open(aToken(5, 'b'), 'New');
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue('as it was!'));
  expect(screen.getByLabelText('Title')).toHaveValue('New');
});

test('a draft outlasts a second end of the session without a new word', async () => {
  for (const [at, expected] of ['as it was', 'as it was!', 'as it was!'].entries()) {
    const form = open();
    await waitFor(() => expect(values()[0]).toBe(expected));
    if (at === 0) await typeInto(form);
    await form.user.click(screen.getByRole('button', { name: 'Look' }));
    await isLoggedOut(form);
    form.unmount();
  }
  open().unmount();
});

test('nothing is kept after a logout, or of an unchanged form', async () => {
  const first = open();
  await typeInto(first);
  await first.user.click(screen.getByRole('button', { name: 'Logout' }));
  await isLoggedOut(first);
  first.unmount();

  const second = open();
  expect(values()).toEqual(['as it was', '']);
  await second.user.click(screen.getByRole('button', { name: 'Look' }));
  await isLoggedOut(second);
  second.unmount();

  open();
  expect(screen.getByText('saved')).toBeVisible();
});

test('a refused token is replaced by the newer one of another tab', async () => {
  const { store, user } = open(aToken(5, 'old'));
  localStorage.setItem(ADMIN_TOKEN_KEY, aToken(5, 'new'));
  await user.click(screen.getByRole('button', { name: 'Look' }));
  await waitFor(() => expect(store.getState().adminSession.token).toBe(aToken(5, 'new')));
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe(aToken(5, 'new'));
});

test("a refused token is not replaced by another admin's, who stays logged in", async () => {
  const view = open(aToken(5, 'old'));
  localStorage.setItem(ADMIN_TOKEN_KEY, aToken(8, 'new'));
  await view.user.click(screen.getByRole('button', { name: 'Look' }));
  await isLoggedOut(view);
  expect(view.store.getState().adminSession.hasExpired).toBe(true);
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe(aToken(8, 'new'));
});

test.each([
  ['of 43 characters, a digit first', `5${'x'.repeat(42)}`, `5${'y'.repeat(42)}`],
  ['of 43 characters, a digit and a hyphen first', `5-${'x'.repeat(41)}`, `5-${'y'.repeat(41)}`],
])('a refused older token without an id, %s, is not replaced by another', async (_, old, fresh) => {
  const view = open(old);
  expect(view.store.getState().adminSession.userId).toBeNull();
  localStorage.setItem(ADMIN_TOKEN_KEY, fresh);
  await view.user.click(screen.getByRole('button', { name: 'Look' }));
  await isLoggedOut(view);
  expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe(fresh);
});

test('a late refusal of the token before does not end the session that began since', async () => {
  const { store, user } = open(aToken(5, 'old'));
  let answer = () => {};
  const answered = globalThis.fetch;
  globalThis.fetch = async (...call) => {
    const response = await answered(...call);
    await new Promise<void>((resolve) => (answer = resolve));
    return response;
  };
  await user.click(screen.getByRole('button', { name: 'Look' }));
  store.dispatch(startAdminSession(aToken(5, 'new')));
  answer();
  await waitFor(() => expect(Object.values(store.getState().api.queries).map((query) => query?.status)).toEqual(['rejected']));
  expect(store.getState().adminSession.token).toBe(aToken(5, 'new'));
});
