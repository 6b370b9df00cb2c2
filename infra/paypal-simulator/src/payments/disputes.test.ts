import { startPaypalSimulator, type PaypalSimulator } from '../index';
import { anEar, aShop, until } from '../testing/shop';

let simulator: PaypalSimulator;
let shop: Awaited<ReturnType<typeof aShop>>;
let ear: Awaited<ReturnType<typeof anEar>>;
beforeEach(async () => {
  ear = await anEar();
  simulator = await startPaypalSimulator({ webhookUrl: ear.url });
  shop = await aShop(simulator);
});
afterEach(async () => {
  await simulator.close();
  await ear.close();
});

type Details = {
  status: string;
  links: { rel: string }[];
  evidences: { notes: string; source: string; documents: { name: string; size: number }[] }[];
  money_movements: { reason: string }[];
  dispute_outcome?: { outcome_code: string };
};
const details = async (id: string) => (await shop.call('GET', `/v1/customer/disputes/${id}`)).body as unknown as Details;
const rels = async (id: string) => (await details(id)).links.map(({ rel }) => rel);

async function evidence(id: string, files: [name: string, size: number][], notes = 'Downloaded twice. [Ref. A1]') {
  const form = new FormData();
  const input = JSON.stringify({ evidences: [{ evidence_type: 'OTHER', notes }] });
  form.append('input', new Blob([input], { type: 'application/json' }));
  for (const [name, size] of files) form.append('evidence-file', new Blob([new Uint8Array(size)]), name);
  const response = await fetch(`${simulator.url}/v1/customer/disputes/${id}/provide-evidence`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await shop.token()}` },
    body: form,
  });
  const body = (await response.json()) as { details?: { issue: string }[] };
  return { status: response.status, issue: body.details?.[0]?.issue };
}
const disputed = async (request = {}) => {
  const { captureId } = await shop.paidOrder();
  return { captureId, id: simulator.control.dispute(captureId, request).id };
};

test('evidence is a form with files, only while PayPal waits for the seller, and stands in the details', async () => {
  const { id } = await disputed();
  expect(await rels(id)).toEqual(['self', 'accept_claim', 'provide_evidence', 'provide_supporting_info']);
  expect((await evidence(id, [['sale-1.pdf', 3000]])).status).toBe(200);
  expect((await details(id)).evidences).toMatchObject([
    { notes: 'Downloaded twice. [Ref. A1]', source: 'SUBMITTED_BY_SELLER', documents: [{ name: 'sale-1.pdf', size: 3000 }] },
  ]);
  expect(await evidence(id, [])).toEqual({ status: 422, issue: 'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE' });
});

test('other kinds of files, too large ones and a plain body are refused', async () => {
  const { id } = await disputed();
  expect((await evidence(id, [['all.zip', 10]])).issue).toBe('INVALID_FILE_FORMAT');
  expect((await evidence(id, [['sale.pdf', 10_000_000]])).issue).toBe('FILE_SIZE_LIMIT_EXCEEDED');
  expect((await shop.call('POST', `/v1/customer/disputes/${id}/provide-evidence`, {})).status).toBe(415);
  expect((await details(id)).evidences).toEqual([]);
});

test('an answer that is lost leaves the evidence with PayPal', async () => {
  const { id } = await disputed();
  simulator.control.addFault({ operation: 'evidence', fault: 'drop-answer' });
  await expect(evidence(id, [])).rejects.toThrow();
  expect((await details(id)).evidences).toHaveLength(1);
});

test('an accepted claim gives the money back by itself, takes a fee, and all of it is told', async () => {
  const { id, captureId } = await disputed({ stage: 'INQUIRY' });
  expect((await shop.refund(captureId)).issue).toBe('TRANSACTION_DISPUTED');
  expect((await shop.call('POST', `/v1/customer/disputes/${id}/accept-claim`, { note: 'Sorry' })).status).toBe(200);
  const after = await details(id);
  expect(after).toMatchObject({ status: 'RESOLVED', dispute_outcome: { outcome_code: 'ACCEPTED' } });
  expect(after.money_movements.map(({ reason }) => reason)).toEqual(['DISPUTE_SETTLEMENT', 'DISPUTE_FEE']);
  expect(simulator.control.ledger().captures.find((capture) => capture.id === captureId)?.status).toBe('REFUNDED');
  await until(() => ear.types().includes('PAYMENT.CAPTURE.REFUNDED'));
  expect(ear.types()).toEqual(expect.arrayContaining(['CUSTOMER.DISPUTE.CREATED', 'CUSTOMER.DISPUTE.RESOLVED']));
});

test('messages and escalation belong to an inquiry, an appeal to a lost dispute', async () => {
  const { id } = await disputed({ stage: 'INQUIRY' });
  const act = (action: string, body: object) => shop.call('POST', `/v1/customer/disputes/${id}/${action}`, body);
  expect((await act('send-message', { message: 'Which file is missing?' })).status).toBe(200);
  expect((await act('escalate', { note: 'No answer' })).status).toBe(200);
  expect((await act('escalate', { note: 'Again' })).status).toBe(422);
  simulator.control.resolveDispute(id, { outcome: 'RESOLVED_BUYER_FAVOUR', quiet: true });
  expect(await rels(id)).toEqual(['self', 'appeal']);
  expect(simulator.control.dispute((await shop.paidOrder()).captureId, { quiet: true }).status).toBe(
    'WAITING_FOR_SELLER_RESPONSE',
  );
});
