import { act, screen } from '@testing-library/react';
import { aConfig } from '#testing/answers.ts';
import { renderAt } from '#testing/render.tsx';
import { stubServer } from '#testing/stub-server.ts';
import { useBotToken } from './bot-check';
import { configApi } from './config-api';

const MORE_THAN_IT_MAY_TAKE_MS = 10_000;
const scripts = () => [...document.head.querySelectorAll('script')];
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

afterEach(() => jest.useRealTimers());

/** Opens a form with a configured bot check. `arrive` makes the last script load, which then offers `grecaptcha`. */
async function open() {
  const tokens: string[] = [];
  function Form() {
    const botToken = useBotToken();
    return <button onClick={() => void botToken('login').then((token) => tokens.push(token))}>Send</button>;
  }
  stubServer({ 'GET /api/config': { body: aConfig({ botCheck: { siteKey: 'k' } }) } });
  const { store } = renderAt(<Form />);
  await act(() => store.dispatch(configApi.endpoints.config.initiate()));
  jest.useFakeTimers();
  const send = async () => {
    act(() => screen.getByRole('button').click());
    await after(0);
  };
  const arrive = async (grecaptcha: Partial<NonNullable<typeof window.grecaptcha>>) => {
    window.grecaptcha = { ready: (then) => then(), execute: () => Promise.resolve('token'), ...grecaptcha };
    scripts().at(-1)!.dispatchEvent(new Event('load'));
    await after(0);
  };
  return { tokens, send, arrive };
}

test('a bot check that loads only in part or does not answer is given up, and loaded anew at the next submit', async () => {
  const { tokens, send, arrive } = await open();
  await send();
  await arrive({ ready: () => {} });
  await after(MORE_THAN_IT_MAY_TAKE_MS);
  expect(tokens).toEqual(['']);

  await send();
  await arrive({ execute: () => new Promise(() => {}) });
  await after(MORE_THAN_IT_MAY_TAKE_MS);
  expect(tokens).toEqual(['', '']);

  await send();
  expect(scripts()).toHaveLength(3);
  await arrive({});
  expect(tokens).toEqual(['', '', 'token']);
});
