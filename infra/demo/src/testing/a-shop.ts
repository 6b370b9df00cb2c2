import {
  CompleteRegistrationForm,
  CoProducingForm,
  CouponForm,
  DemoFields,
  LoginForm,
  MixingMasteringForm,
  ProductFields,
  RegisterForm,
  ServiceRequestStateForm,
  StepUpForm,
  SubmissionStatusForm,
  SubscribeForm,
  TrackOrderForm,
  TrackSubmissionForm,
} from '@shop/contracts/forms';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = [status: number, body: object];
/** `caller` is the id of the account; 0 is a visitor. */
type Call = { form: FormData; json: unknown; caller: number };

const refusal = (status: number, code: string): Answer => [status, { success: false, code, error: `refused: ${code}` }];

/** The documented calls that the demo data need, in memory. The shop's own forms check the bodies. */
export async function aShop({ announcements = true, breaksAfter = Infinity } = {}) {
  const accounts = new Map<string, { id: number; password: string }>([['admin@example.com', { id: 1, password: 'secret' }]]);
  const codes = new Map<string, string>();
  const shop = {
    products: [] as { name: string; seller_id: number | null; submission_id: number | null; img: number; audio: number }[],
    demos: [] as { name: string; category: string }[],
    coupons: [] as { code: string }[],
    announcements: [] as { title: string }[],
    submissions: [] as { id: number; trackName: string; status: string }[],
    requests: [] as { id: number; user_id: number; name: string }[],
    subscribers: [] as { email: string }[],
    accounts,
    steps: [] as string[],
    /** The largest number of uploads that ran at the same time. */
    busiest: 0,
    breaksAfter,
    storeAsked: 0,
  };
  const session = (email: string) => ({ message: 'Login successful', user: { id: accounts.get(email)!.id }, token: email });
  const text = (form: FormData, name: string) => form.get(name) as string;
  const bytes = async (form: FormData, name: string) => new Uint8Array(await (form.get(name) as Blob).arrayBuffer());

  const takeRequest = ({ caller }: Call, { name }: { name: string }): Answer => [
    200,
    { success: true, at: shop.requests.push({ id: shop.requests.length + 1, user_id: caller, name }) },
  ];
  const calls: Record<string, (call: Call) => Promise<Answer> | Answer> = {
    'POST /api/users/login': ({ json }) => {
      const { email, password } = LoginForm.parse(json);
      return accounts.get(email)?.password === password ? [200, session(email)] : refusal(401, 'wrong-credentials');
    },
    'POST /api/users/register': ({ json }) => {
      codes.set(RegisterForm.parse(json).email, '123456');
      return [200, { requiresVerification: true }];
    },
    'POST /api/users/complete-registration': ({ json }) => {
      const { email, verificationCode, password } = CompleteRegistrationForm.parse(json);
      if (codes.get(email) !== verificationCode) return refusal(400, 'wrong-code');
      accounts.set(email, { id: accounts.size + 1, password });
      return [201, session(email)];
    },
    'POST /api/users/step-up': ({ json }) => {
      StepUpForm.parse(json);
      return [200, { success: true }];
    },
    'GET /api/products': () => [200, shop.products],
    'POST /api/products': async ({ form }) => {
      const fields = ProductFields.parse(JSON.parse(text(form, 'fields')));
      const audio = await bytes(form, 'audio');
      if (Buffer.from(audio.subarray(0, 4)).toString() !== 'RIFF') return refusal(415, 'not-audio');
      shop.products.push({
        name: fields.name,
        seller_id: fields.seller_id,
        submission_id: fields.submission_id,
        img: (await bytes(form, 'img')).length,
        audio: audio.length,
      });
      return [201, { success: true }];
    },
    'GET /api/demos': () => [200, shop.demos],
    'POST /api/demos': ({ form }) => {
      shop.demos.push(DemoFields.parse({ name: form.get('name'), category: form.get('category') }));
      return [201, { success: true }];
    },
    'GET /api/coupons': () => [200, { success: true, data: shop.coupons }],
    'POST /api/coupons': ({ json }) => [201, { success: true, at: shop.coupons.push(CouponForm.parse(json)) }],
    'GET /api/announcements': () => (announcements ? [200, shop.announcements] : refusal(404, 'not-found')),
    'POST /api/announcements': ({ form }) => [
      201,
      { success: true, at: shop.announcements.push({ title: text(form, 'title') }) },
    ],
    'GET /api/track-submissions?limit=1': () => [200, { success: true, data: shop.submissions.slice(0, 1) }],
    'GET /api/track-submissions?limit=100': () => [200, { success: true, data: shop.submissions }],
    'POST /api/track-submissions': ({ json }) => {
      const { trackName } = TrackSubmissionForm.parse(json);
      const id = 5 + shop.submissions.length;
      return [201, { success: true, at: shop.submissions.unshift({ id, trackName, status: 'submitted' }) }];
    },
    'GET /api/sellers/7/ledger': () => [200, { balances: { paidCents: 1 } }],
    'GET /api/service-requests?limit=1': () => [200, { success: true, data: shop.requests.slice(0, 1) }],
    'GET /api/service-requests?limit=100': () => [200, { success: true, data: shop.requests }],
    'POST /api/mixing-mastering/order': (call) => takeRequest(call, MixingMasteringForm.parse(call.json)),
    'POST /api/track-order/order-track': (call) => takeRequest(call, TrackOrderForm.parse(call.json)),
    'POST /api/co-producing/order': (call) => takeRequest(call, CoProducingForm.parse(call.json)),
    'GET /api/mdghost-panel-secur/subscribers?limit=1': () => [200, { success: true, subscribers: shop.subscribers }],
    'POST /api/subscribe/subscribe': ({ json }) => [200, { success: true, at: shop.subscribers.push(SubscribeForm.parse(json)) }],
  };
  /** The admin's decisions, which name what they are about in their path. */
  const decision = (route: string, json: unknown): Answer | null => {
    const [, list, id] = /^PUT \/api\/(track-submissions|service-requests)\/(\d+)\//.exec(route) ?? [];
    if (!list) return null;
    if (list === 'service-requests') ServiceRequestStateForm.parse(json);
    else shop.submissions.find((submission) => submission.id === Number(id))!.status = SubmissionStatusForm.parse(json).status;
    return [200, { success: true }];
  };
  const storeCall = (route: string): Answer | null => {
    if (route.startsWith('GET /api/sellers/user/'))
      return (shop.storeAsked += 1) > 1
        ? [200, { success: true, data: { id: 7 } }]
        : [200, { success: true, data: { status: '0' } }];
    if (!route.startsWith('PUT /api/sellers/7/')) return null;
    shop.steps.push(route);
    return [200, { success: true, data: {} }];
  };

  let uploads = 0;
  let busy = 0;
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const type = request.headers['content-type'] ?? '';
    const body = new Response(Buffer.concat(chunks), { headers: { 'content-type': type } });
    const form = type.startsWith('multipart/') ? await body.formData() : new FormData();
    const json: unknown = type.startsWith('application/json') ? await body.json() : undefined;
    const route = `${request.method} ${request.url}`;
    if (
      !/users|sellers|POST .*(submissions|order|subscribe)/.test(route) &&
      request.headers.authorization !== 'Bearer admin@example.com'
    )
      return refusal(401, 'not-an-admin');
    if (type.startsWith('multipart/') && (uploads += 1) > shop.breaksAfter) return refusal(500, 'broken');
    const caller = accounts.get(request.headers.authorization?.replace('Bearer ', '') ?? '')?.id ?? 0;
    return (
      storeCall(route) ?? decision(route, json) ?? (await calls[route]?.({ form, json, caller })) ?? refusal(404, 'no-such-call')
    );
  };
  const server = createServer((request, response) => {
    busy += 1;
    shop.busiest = Math.max(shop.busiest, busy);
    void answer(request)
      .catch((error: Error): Answer => [400, { success: false, code: 'invalid', error: error.message }])
      .then(([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)))
      .finally(() => (busy -= 1));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    shop,
    options: {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      adminEmail: 'admin@example.com',
      adminPassword: 'secret',
      readCode: async (email: string) => codes.get(email)!,
      log: () => undefined,
      scale: 0.15,
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}
