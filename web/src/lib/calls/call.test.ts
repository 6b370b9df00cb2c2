import { call, type Answer, type Body } from './call';

test('a call is the request that its route declares', () => {
  expect(call('GET /api/announcements/active')).toEqual({ method: 'GET', url: 'announcements/active' });
  expect(call('GET /api/announcements/active', { timeout: 5000 })).toMatchObject({ timeout: 5000 });
  expect(call('GET /api/announcements', { query: 'page=2&q=a%20b' })).toEqual({
    method: 'GET',
    url: 'announcements?page=2&q=a%20b',
  });
  expect(call('GET /api/announcements', { query: { page: 2 } })).toEqual({
    method: 'GET',
    url: 'announcements',
    params: { page: 2 },
  });
  expect(call('POST /api/subscribe/unsubscribe/:token', { params: { token: 'a/b?c' } })).toEqual({
    method: 'POST',
    url: 'subscribe/unsubscribe/a%2Fb%3Fc',
  });
  expect(call('PUT /api/announcements/:id', { params: { id: 7 }, body: { is_active: true } })).toEqual({
    method: 'PUT',
    url: 'announcements/7',
    body: { is_active: true },
  });
});

test('the compiler checks requests and answers against the route', () => {
  const form = new FormData();
  const wrong = () => [
    // @ts-expect-error: no such address
    call('GET /api/announcement/active'),
    // @ts-expect-error: another method
    call('POST /api/announcements/active'),
    // @ts-expect-error: not for browsers
    call('GET /internal/subscriber-stats'),
    // @ts-expect-error: no id
    call('GET /api/announcements/:id'),
    // @ts-expect-error: the id has another name
    call('GET /api/announcements/:id', { params: { announcement: 7 } }),
    // @ts-expect-error: no body
    call('POST /api/subscribe/subscribe'),
    // @ts-expect-error: an unknown field
    call('POST /api/subscribe/subscribe', { body: { email: 'a@example.com', name: 'Mara' } }),
    // @ts-expect-error: a form instead of JSON
    call('POST /api/subscribe/subscribe', { body: form }),
    // @ts-expect-error: an unknown part of the query
    call('GET /api/announcements', { query: { pages: 2 } }),
    // @ts-expect-error: an unknown status
    call('DELETE /api/mdghost-panel-secur/subscribers/status/:status', { params: { status: 'all' } }),
  ];
  const body: Body<'POST /api/subscribe/subscribe'> = { email: 'a@example.com' };
  const answer: Answer<'POST /api/subscribe/subscribe'> = { success: true, message: 'Thank you' };
  // @ts-expect-error: the answer has a message
  const mute: Answer<'POST /api/subscribe/subscribe'> = { success: true };
  const list: Answer<'GET /api/announcements/active'> = [];
  expect([wrong, body, answer, mute, list, call('POST /api/announcements', { body: form })]).toHaveLength(6);
});
