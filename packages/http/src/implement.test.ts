import type { Route } from '@shop/declare';
import { createMetrics } from '@shop/runtime';
import { as, asUser, TEST_SERVICE, testApp, testLog, testPublicKey, wrongAnswers } from '@shop/runtime/testing';
import express from 'express';
import request from 'supertest';
import { z } from 'zod';
import { faultsOf } from './check-answer';
import { reply, STREAMED } from './endpoint';
import { conflict, errorBody, forbidden, notFound } from './errors';
import { buildHttp } from './http';
import { declarationOf, implement, type Handlers } from './implement';
import { describeEndpoints } from './openapi';
import { impliedBy } from './refusals';

const Note = z.strictObject({ id: z.int(), text: z.string(), tags: z.array(z.strictObject({ name: z.string() })).optional() });
const routes = {
  readNote: {
    method: 'get',
    path: '/notes/:id',
    who: 'anyone',
    summary: 'A note',
    params: z.object({ id: z.coerce.number() }),
    answers: { 200: Note },
  },
  addNote: {
    method: 'post',
    path: '/notes',
    who: 'user',
    summary: 'Adds a note',
    body: z.strictObject({ text: z.string() }),
    answers: { 200: Note, 202: null },
  },
  page: {
    method: 'get',
    path: '/page',
    who: 'anyone',
    summary: 'A page',
    answers: { 200: { types: ['text/html'], streamed: false }, 404: { types: ['text/html'], streamed: false } },
  },
  film: {
    method: 'get',
    path: '/film',
    who: 'anyone',
    summary: 'A film',
    answers: { 200: { types: ['video/mp4'], streamed: true }, 304: null },
    linkedFrom: { address: '/films', text: 'All films' },
  },
  upload: {
    method: 'put',
    path: '/notes/:id/picture',
    who: 'user',
    summary: 'A picture of it, or its words alone',
    form: z.strictObject({ picture: z.file() }),
    body: z.strictObject({ text: z.string() }),
    answers: { 201: Note },
  },
} as const;

const html = { 'content-type': 'text/html; charset=utf-8' };
const handlers: Handlers<typeof routes> = {
  readNote: async ({ params }) => ({ id: params.id, text: 'kept' }),
  addNote: async ({ body, caller }) =>
    body.text === 'later' ? reply(202, null) : reply(200, { id: caller.userId, text: body.text }),
  page: async ({ query }) => reply(query ? 404 : 200, '<p>hello</p>', html),
  async film({ res }) {
    res.type('video/mp4').end('frames');
    return STREAMED;
  },
  upload: {
    before: [express.text({ type: () => true })],
    handle: async ({ req, body }) => ({ id: 1, text: `${String(req.body)} ${body}` }),
  },
};
const endpoints = implement(routes, handlers);

test('a route is served by the handler of its name, with what it declares checked before', async () => {
  const app = testApp(endpoints);
  expect((await request(app).get('/notes/7').set(as())).body).toEqual({ id: 7, text: 'kept' });
  expect((await request(app).post('/notes').set(as()).send({ text: 'new' })).status).toBe(401);
  expect((await request(app).post('/notes').set(asUser(3)).send({ words: 'new' })).status).toBe(400);
  expect((await request(app).post('/notes').set(asUser(3)).send({ text: 'new' })).body).toEqual({ id: 3, text: 'new' });
  expect((await request(app).post('/notes').set(asUser(3)).send({ text: 'later' })).status).toBe(202);
  expect((await request(app).get('/page').set(as())).text).toBe('<p>hello</p>');
  expect((await request(app).get('/film').set(as())).headers).toMatchObject({ 'content-type': 'video/mp4' });
  // A call that takes a form reads its body itself.
  const answer = await request(app).put('/notes/1/picture').set(asUser(3)).type('application/json').send('{"words":1}');
  expect([answer.status, answer.body]).toEqual([201, { id: 1, text: '{"words":1} undefined' }]);
});

test('the compiler holds handlers and answers against the routes', () => {
  const { readNote, page } = routes;
  // @ts-expect-error: a route without a handler
  const tooFew = () => implement({ readNote, page }, { readNote: handlers.readNote });
  // @ts-expect-error: a handler without a route
  const tooMany = () => implement({ readNote }, { readNote: handlers.readNote, other: handlers.page });
  const wrong: Handlers<typeof routes> = {
    ...handlers,
    // @ts-expect-error: a field that misses
    readNote: async () => ({ id: 1 }),
    // @ts-expect-error: which of the two statuses?
    addNote: async ({ body }) => ({ id: 1, text: body.text }),
    // @ts-expect-error: a status that is not declared
    page: async () => reply(410, 'gone', html),
    // @ts-expect-error: the body of another route
    upload: async ({ body }) => ({ id: 1, text: body.text }),
  };
  expect([tooFew, tooMany, wrong]).toHaveLength(3);
});

test('the compiler knows who has an account', () => {
  const complete: Handlers<typeof routes> = {
    ...handlers,
    addNote: async ({ body, caller }) => reply(200, { id: caller.userId, text: body.text }),
    // @ts-expect-error: a visitor has no id
    readNote: async ({ caller }) => ({ id: caller.userId, text: '' }),
  };
  expect(complete).toBeDefined();
});

const faults = (at: number, answered: Parameters<typeof faultsOf>[1]) => faultsOf(endpoints[at]!, answered);

test('an answer is what its route declares, to the last field', () => {
  expect(faults(0, { status: 200, body: { id: 1, text: 'a', tags: [{ name: 'b' }], left: undefined } })).toEqual([]);
  expect(faults(0, { status: 200, body: Buffer.from('{"id":1,"text":"a"}') })).toEqual([]);
  expect(faults(0, { status: 200, body: { id: 1, text: 'a', more: 1 } })).toEqual([
    'GET /notes/:id answered 200 OK: more: its route does not declare it',
  ]);
  expect(faults(0, { status: 200, body: { id: 1, text: 'a', tags: [{ name: 'b', size: 2 }] } })).toEqual([
    'GET /notes/:id answered 200 OK: tags.0.size: its route does not declare it',
  ]);
  expect(faults(0, { status: 200, body: { id: '1' } })).toEqual([
    expect.stringContaining('OK: id: Invalid input'),
    expect.stringContaining('OK: text: Invalid input'),
  ]);
  expect(faults(0, { status: 200, body: undefined })).toEqual([expect.stringContaining('the answer: Invalid input')]);
  expect(faults(0, { status: 201, body: { id: 1, text: 'a' } })).toEqual([
    'GET /notes/:id answered 201 Created: its route does not declare this status',
  ]);
  expect(faults(1, { status: 202, body: {} })).toEqual(['POST /notes answered 202 Accepted: its route declares no body']);
  expect(faults(2, { status: 200, body: 'x' })).toEqual(['GET /page answered 200 OK: its route declares text/html, not none']);
  expect(faults(3, { status: 200, type: 'video/webm' })).toEqual([expect.stringContaining('declares video/mp4, not video/webm')]);
  expect(faults(3, { status: 304 })).toEqual([]);
});

test('the best-fitting of several shapes explains the fault', () => {
  const either = { ...endpoints[0]!, answers: { 200: z.union([z.array(Note), Note]) } };
  expect(faultsOf(either, { status: 200, body: { id: 1, text: 'a', more: 1 } })).toEqual([
    'GET /notes/:id answered 200 OK: more: its route does not declare it',
  ]);
});

test('an answer that is not what its route declares fails the test it was given in', async () => {
  const app = testApp(
    implement({ readNote: routes.readNote }, { readNote: async ({ params }) => ({ ...params, text: 'a', more: 1 }) }),
  );
  expect((await request(app).get('/notes/7').set(as())).status).toBe(200);
  expect(wrongAnswers()).toEqual(['GET /notes/:id answered 200 OK: more: its route does not declare it']);
  expect(wrongAnswers()).toEqual([]);
});

test('every answer is heard of as it went out, refusals too', async () => {
  const NONE = new Set();
  const answers: unknown[] = [];
  const app = buildHttp({
    service: TEST_SERVICE,
    endpoints,
    publicKeys: [testPublicKey],
    log: testLog,
    metrics: createMetrics('implement'),
    checkAnswer({ path }, answered) {
      answers.push([path, answered]);
      return [];
    },
  });
  await request(app).post('/notes').set(asUser(3)).send({ text: 'later' });
  await request(app).post('/notes').set(asUser(3)).send({});
  await request(app).get('/page').set(as());
  await request(app).get('/film').set(as());
  expect(answers).toEqual([
    ['/notes', { status: 202, body: null, counted: NONE }],
    ['/notes', { status: 400, body: expect.objectContaining({ code: 'invalid', field: 'text' }), refused: true, counted: NONE }],
    ['/page', { status: 200, type: html['content-type'], body: '<p>hello</p>', counted: NONE }],
    ['/film', { status: 200, type: expect.stringContaining('video/mp4'), counted: NONE }],
  ]);
});

describe('a refusal', () => {
  const refusing = (error: () => unknown) =>
    implement(
      { readNote: { ...routes.readNote, refuses: { '404 not-found': 'There is no such note', '409 torn': 'It is torn' } } },
      {
        readNote: () => {
          throw error();
        },
      },
    );
  const answer = (error: () => unknown) =>
    request(testApp(refusing(error)))
      .get('/notes/7')
      .set(as());
  const prefix = 'GET /notes/:id answered';

  test('is one that the route declares', async () => {
    expect((await answer(() => notFound('note'))).status).toBe(404);
    expect((await answer(() => conflict('torn', 'Torn.'))).status).toBe(409);
    expect(wrongAnswers()).toEqual([]);
    expect((await answer(() => conflict('burnt', 'Burnt.'))).status).toBe(409);
    expect(wrongAnswers()).toEqual([`${prefix} 409 Conflict: its route does not declare the refusal burnt: Burnt.`]);
    expect((await answer(() => forbidden('No.'))).status).toBe(403);
    expect(wrongAnswers()).toEqual([`${prefix} 403 Forbidden: its route does not declare the refusal forbidden: No.`]);
  });

  test('that is a bug is declared by nobody', async () => {
    expect((await answer(() => new Error('x'))).status).toBe(500);
    expect(wrongAnswers()).toEqual([expect.stringContaining('500 Internal Server Error: its route does not declare')]);
  });

  test('has the one body of all, to the last field', () => {
    const [endpoint] = refusing(() => undefined);
    const body = errorBody(conflict('torn', 'Torn.', { field: 'text', details: [1] }), 'r-1');
    expect(faultsOf(endpoint!, { status: 409, body, refused: true })).toEqual([]);
    expect(faultsOf(endpoint!, { status: 409, body: { ...body, why: 'x' }, refused: true })).toEqual([
      `${prefix} 409 Conflict: why: its route does not declare it`,
    ]);
  });

  test.each([
    ['anyone', {}, ['503 unavailable']],
    ['user', {}, ['401 unauthenticated', '503 unavailable']],
    ['admin', { stepUp: 'factor' }, ['401 unauthenticated', '403 forbidden', '403 step-up-required', '503 unavailable']],
    ['gateway', {}, ['404 not-found', '503 unavailable']],
    [{ roles: ['owner'] }, {}, ['401 unauthenticated', '403 forbidden', '503 unavailable']],
    [{ users: true, admin: [] }, {}, ['401 unauthenticated', '403 forbidden', '503 unavailable']],
    [
      { owner: 'id', admin: true, hidden: true },
      { params: z.object({ id: z.int() }) },
      ['400 invalid', '404 not-found', '503 unavailable'],
    ],
    ['anyone', { body: Note }, ['400 invalid', '400 invalid-json', '413 too-large', '415 unsupported', '503 unavailable']],
    ['anyone', { form: Note }, ['400 invalid', '413 too-large', '415 unsupported', '503 unavailable']],
    ['anyone', { limits: [{ name: 'reads', words: '3 reads in a minute' }] }, ['429 too-many', '503 unavailable']],
    ['anyone', { raw: 'text/plain' }, ['400 invalid', '413 too-large', '415 unsupported', '503 unavailable']],
  ] satisfies [Route['who'], Partial<Route>, string[]][])('of %j with %j follows from that', (who, more, refusals) => {
    const route = declarationOf({ method: 'post', path: '/x', who, summary: 'x', answers: { 200: null }, ...more });
    expect(Object.keys(impliedBy(route)).sort()).toEqual(refusals);
  });
});

test('an answer that is said to be wrong goes out as a bug, a refusal too', async () => {
  const logged: unknown[] = [];
  const app = buildHttp({
    service: TEST_SERVICE,
    endpoints,
    publicKeys: [testPublicKey],
    log: { ...testLog, error: (facts: unknown) => logged.push(facts) },
    metrics: createMetrics('implement'),
    checkAnswer: ({ path }, { status }) => (status === 500 ? [] : [`${path} ${status} is wrong`]),
  });
  expect((await request(app).get('/notes/7').set(as())).status).toBe(500);
  const refused = await request(app).get('/notes/x').set(as());
  expect([refused.status, refused.body]).toMatchObject([500, { code: 'internal' }]);
  expect(logged).toMatchObject([{ err: { message: '/notes/:id 200 is wrong' } }, { faults: ['/notes/:id 400 is wrong'] }]);
});

test('the document has every answer with its status and schema, and every way to send a body', () => {
  const { paths } = describeEndpoints('notes', endpoints);
  const json = (schema: unknown) => ({ 'application/json': { schema } });
  expect(Object.keys(paths!['/notes']!.post!.responses!)).toEqual([
    ...['200', '202', '400', '401', '403', '408', '413', '415', '429', '500', '503'],
  ]);
  expect(paths!['/notes']!.post!.responses!['400']).toEqual({
    description: expect.stringMatching(/^`invalid`: .+\n\n`invalid-json`: .+$/),
    content: json({
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { type: 'object', properties: { code: { enum: ['invalid', 'invalid-json'] } } },
      ],
    }),
  });
  expect(paths!['/notes']!.post!.responses!['429']).toMatchObject({
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
    content: json({ allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: ['too-many'] } } }] }),
  });
  expect(paths!['/notes/{id}']!.get!.responses!['200']).toMatchObject({
    content: json({ type: 'object', required: ['id', 'text'], additionalProperties: false }),
  });
  expect(paths!['/notes']!.post!.responses!['202']).toEqual({ description: 'Accepted' });
  expect(paths!['/page']!.get!.responses).toMatchObject({
    200: { content: { 'text/html': { schema: { type: 'string' } } } },
    404: { description: 'Not Found' },
  });
  expect(Object.keys(paths!['/film']!.get!.responses!['503']!.content)).toEqual(['application/json', 'text/html']);
  expect(Object.keys(paths!['/page']!.get!.responses!['503']!.content)).toEqual(['application/json']);
  expect(paths!['/film']!.get!.responses).toMatchObject({
    200: { content: { 'video/mp4': { schema: { type: 'string', format: 'binary' } } } },
  });
  expect(paths!['/notes/{id}/picture']!.put!.requestBody).toMatchObject({
    content: {
      'multipart/form-data': { schema: { properties: { picture: { type: 'string', format: 'binary' } } } },
      ...json({ properties: { text: { type: 'string' } } }),
    },
  });
});
