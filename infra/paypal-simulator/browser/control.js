/** The control page: the ledger as tables that refresh themselves, and the switches for faults. */
(() => {
  const SHOWN = 50;
  const form = document.getElementById('add-fault');
  const problem = document.getElementById('problem');
  let shown = '';

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  async function call(method, path, body) {
    const answer = await fetch(path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const data = text ? JSON.parse(text) : undefined;
    if (!answer.ok) throw new Error(data?.error || data?.details?.[0]?.description || `${answer.status}`);
    return data;
  }

  async function act(method, path, body) {
    try {
      await call(method, path, body);
      problem.textContent = '';
    } catch (error) {
      problem.textContent = error.message;
    }
    await refresh();
  }

  const action = (text, method, path) =>
    element('button', { type: 'button', textContent: text, onclick: () => act(method, path) });

  function table(id, heads, rows, empty) {
    const head = element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...heads.map((text) => element('th', { scope: 'col', textContent: text, className: text === 'Amount' ? 'number' : '' })),
      ),
    );
    const cells = (row) => row.map((cell) => (cell instanceof Node ? cell : element('td', { textContent: cell ?? '' })));
    const lines = rows.length
      ? rows.map((row) => element('tr', {}, ...cells(row)))
      : [element('tr', {}, element('td', { className: 'empty', colSpan: heads.length, textContent: empty }))];
    document.getElementById(id).replaceChildren(head, element('tbody', {}, ...lines));
  }

  const money = ({ value, currency_code }) => element('td', { className: 'number', textContent: `${value} ${currency_code}` });
  const outcome = (text, bad) => element('td', { textContent: text, className: bad ? 'bad' : '' });
  const time = (iso) => new Date(iso).toLocaleTimeString('en-GB');
  const newest = (list) => list.slice(-SHOWN).reverse();

  function show({ orders, captures, refunds, webhooks, requests }, faults) {
    document.getElementById('faults').replaceChildren(
      ...faults.map(({ operation, fault, count, ms }) =>
        element('li', {
          textContent: `${operation}: ${fault}${fault === 'hang' ? ` ${ms} ms` : ''} · ${count === 'always' ? 'always' : `${count} ×`}`,
        }),
      ),
    );
    table(
      'orders',
      ['Time', 'Order', 'Status', 'Amount', 'Custom id', ''],
      newest(orders).map((order) => [
        time(order.create_time),
        order.id,
        outcome(order.status, order.status === 'VOIDED'),
        money(order.purchase_units[0].amount),
        order.purchase_units[0].custom_id,
        element(
          'td',
          {},
          ...(order.status === 'CREATED'
            ? [
                action('Approve', 'POST', `/sim/approve?token=${order.id}`),
                action('Void', 'POST', `/sim/orders/${order.id}/void`),
              ]
            : []),
        ),
      ]),
      'No orders yet. Buy something in the shop.',
    );
    table(
      'captures',
      ['Time', 'Id', 'Of', 'Status', 'Amount', ''],
      newest([...captures, ...refunds].sort((a, b) => a.create_time.localeCompare(b.create_time))).map((one) => [
        time(one.create_time),
        one.id,
        one.capture_id ? `refund of ${one.capture_id}` : `order ${one.order_id}`,
        outcome(one.status, one.status === 'DECLINED'),
        money(one.amount),
        element('td', {}, ...captureActions(one)),
      ]),
      'No money has moved.',
    );
    table(
      'webhooks',
      ['Time', 'Event', 'Id', 'Answers', ''],
      newest(webhooks).map(({ event, delivered, attempts }) => [
        time(event.create_time),
        event.event_type,
        event.id,
        outcome(attempts.map(({ status }) => status || 'no answer').join(', ') || 'not sent yet', !delivered),
        element('td', {}, action('Send again', 'POST', `/sim/webhooks/replay/${event.id}`)),
      ]),
      'No webhooks yet.',
    );
    table(
      'requests',
      ['Time', 'Operation', 'Path', 'Request id', 'Answer'],
      newest(requests).map((request) => [
        time(request.at),
        request.operation,
        request.path,
        request.requestId,
        outcome(
          `${request.status ?? 'waiting'}${request.replay ? ' (replayed)' : ''}${request.fault ? ` · ${request.fault}` : ''}`,
          !(request.status < 400),
        ),
      ]),
      'The shop has not called yet.',
    );
  }

  function captureActions({ id, status, order_id }) {
    if (!order_id) return [];
    if (status === 'PENDING')
      return [action('Complete', 'POST', `/sim/captures/${id}/complete`), action('Deny', 'POST', `/sim/captures/${id}/deny`)];
    return status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'
      ? [action('Refund', 'POST', `/sim/captures/${id}/refund`)]
      : [];
  }

  async function refresh() {
    const [ledger, faults] = await Promise.all([call('GET', '/sim/ledger'), call('GET', '/sim/faults')]);
    const news = JSON.stringify([ledger, faults]);
    // Redrawing only what changed keeps the keyboard's focus where it is.
    if (news !== shown) show(ledger, faults);
    shown = news;
  }

  const options = (names) => names.map((name) => element('option', { value: name, textContent: name }));

  async function offerFaults() {
    const known = Object.entries(await call('GET', '/sim/faults/known'));
    const offerMs = () => (form.ms.parentElement.hidden = form.fault.value !== 'hang');
    const offer = () => {
      const striking = known.filter(([, operations]) => operations.includes(form.operation.value));
      form.fault.replaceChildren(...options(striking.map(([fault]) => fault)));
      offerMs();
    };
    form.operation.replaceChildren(...options([...new Set(known.flatMap(([, operations]) => operations))]));
    form.operation.value = 'capture';
    form.operation.addEventListener('change', offer);
    form.fault.addEventListener('change', offerMs);
    offer();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { operation, fault, count, ms } = form;
    void act('POST', '/sim/faults', {
      operation: operation.value,
      fault: fault.value,
      count: count.value === 'always' ? 'always' : Number(count.value),
      ...(fault.value === 'hang' && { ms: Number(ms.value) }),
    });
  });
  document.getElementById('clear-faults').addEventListener('click', () => act('DELETE', '/sim/faults'));

  void offerFaults();
  const loop = () =>
    refresh()
      .catch(() => {})
      .finally(() => setTimeout(loop, 2000));
  loop();
})();
