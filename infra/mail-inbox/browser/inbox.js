/** The inbox page: the list refreshes itself; the open mail stays as it is. */
(() => {
  const REFRESH_MS = 2000;
  const list = document.getElementById('list');
  const reader = document.getElementById('mail');
  const to = document.getElementById('to');
  const refusing = document.getElementById('refusing');
  const notice = document.getElementById('notice');
  const read = new Set(JSON.parse(sessionStorage.getItem('read') || '[]'));
  let mails = [];
  let shown = '';
  let opened;
  let tab = 'HTML';

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
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.status === 204 ? undefined : answer.json();
  }

  const clock = (iso) => {
    const date = new Date(iso);
    const today = date.toDateString() === new Date().toDateString();
    return today
      ? date.toLocaleTimeString('en-GB')
      : date.toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  };
  const size = (bytes) =>
    bytes < 1024 ? `${bytes} B` : bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  const empty = (title, text) => element('p', { className: 'empty' }, element('strong', { textContent: title }), text);

  function drawList() {
    const rows = mails.map((mail) => {
      const row = element(
        'a',
        { href: `#${mail.id}`, className: read.has(mail.id) ? '' : 'unread' },
        element('span', { className: 'to', textContent: mail.to.join(', ') }),
        element('time', { dateTime: mail.receivedAt, textContent: clock(mail.receivedAt) }),
        element('span', { className: 'subject', textContent: mail.subject || '(no subject)' }),
        element('span', { className: 'preview', textContent: mail.preview }),
      );
      if (mail.attachmentCount)
        row.append(
          element('span', {
            className: 'files',
            textContent: mail.attachmentCount === 1 ? '1 attachment' : `${mail.attachmentCount} attachments`,
          }),
        );
      row.setAttribute('aria-current', String(mail.id === opened?.id));
      return row;
    });
    const focused = document.activeElement?.getAttribute?.('href');
    const nothing = to.value
      ? empty('Nothing for this recipient', 'Check the address, or clear the search.')
      : empty('No mail yet', 'What the shop sends appears here by itself.');
    list.replaceChildren(...(rows.length ? rows : [nothing]));
    if (focused) rows.find((row) => row.getAttribute('href') === focused)?.focus();
  }

  async function refresh() {
    const query = to.value.trim() ? `?to=${encodeURIComponent(to.value.trim())}` : '';
    const [found, state] = await Promise.all([call('GET', `/api/messages${query}`), call('GET', '/api/refuse')]);
    refusing.checked = state.refusing;
    say(state.refusing ? 'Refusing: every mail is answered with “try again later” until this is switched off.' : '');
    const news = JSON.stringify(found);
    if (news === shown) return;
    shown = news;
    mails = found;
    drawList();
  }

  function say(text) {
    notice.hidden = !text;
    if (notice.textContent !== text) notice.textContent = text;
  }

  async function open() {
    const id = window.location.hash.slice(1);
    try {
      opened = id ? await call('GET', `/api/messages/${encodeURIComponent(id)}`) : undefined;
    } catch {
      opened = undefined;
    }
    document.body.classList.toggle('reading', Boolean(opened));
    if (opened) {
      read.add(opened.id);
      sessionStorage.setItem('read', JSON.stringify([...read]));
      document.title = `${opened.subject} · Mail inbox`;
      drawMail();
    } else {
      document.title = 'Mail inbox';
      reader.replaceChildren(empty('Pick a mail', 'Subject, text and attachments show up here.'));
    }
    drawList();
  }

  function drawMail() {
    const facts = [
      ['From', opened.from],
      ['To', opened.to.join(', ')],
      ['Received', new Date(opened.receivedAt).toLocaleString('en-GB')],
    ];
    const head = element(
      'div',
      { className: 'head' },
      element('a', { className: 'back', href: '#', textContent: '← All mail' }),
      element('h2', { textContent: opened.subject || '(no subject)' }),
      definitions(facts),
    );
    if (opened.attachments.length) {
      head.append(
        element(
          'ul',
          { className: 'attachments' },
          ...opened.attachments.map(({ filename, contentType, size: bytes, index }) =>
            element(
              'li',
              {},
              element(
                'a',
                { href: `/api/messages/${opened.id}/attachments/${index}`, download: filename, title: contentType },
                filename,
                element('small', { textContent: size(bytes) }),
              ),
            ),
          ),
        ),
      );
    }
    const names = opened.html ? ['HTML', 'Text', 'Headers'] : ['Text', 'Headers'];
    const current = names.includes(tab) ? tab : 'Text';
    const tabs = names.map((name) => {
      const one = element('button', {
        type: 'button',
        id: `tab-${name}`,
        textContent: name,
        tabIndex: name === current ? 0 : -1,
        onclick: () => choose(name),
      });
      one.setAttribute('role', 'tab');
      one.setAttribute('aria-selected', String(name === current));
      return one;
    });
    const strip = element(
      'div',
      {
        onkeydown: ({ key }) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
          if (step) choose(names[(names.indexOf(current) + step + names.length) % names.length]);
        },
      },
      ...tabs,
    );
    strip.setAttribute('role', 'tablist');
    const panel = element('div', {}, { HTML: htmlPanel, Text: textPanel, Headers: headersPanel }[current]());
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${current}`);
    reader.replaceChildren(head, strip, panel);
  }

  function choose(name) {
    tab = name;
    drawMail();
    document.getElementById(`tab-${name}`).focus();
  }

  const definitions = (pairs) =>
    element(
      'dl',
      {},
      ...pairs.flatMap(([name, value]) => [element('dt', { textContent: name }), element('dd', { textContent: value })]),
    );

  function htmlPanel() {
    const frame = element('iframe', { title: 'The mail', src: `/messages/${opened.id}/html` });
    // Without scripts in the mail the same origin is safe, and it lets the frame grow to the mail's height.
    frame.setAttribute('sandbox', 'allow-same-origin allow-popups allow-popups-to-escape-sandbox');
    frame.addEventListener('load', () => {
      const fit = () => frame.contentDocument && (frame.style.height = `${frame.contentDocument.documentElement.scrollHeight}px`);
      fit();
      new ResizeObserver(fit).observe(reader);
    });
    return frame;
  }

  function textPanel() {
    const parts = (opened.text || '(no text)').split(/(https?:\/\/[^\s<>"]+)/);
    return element(
      'pre',
      {},
      ...parts.map((part, index) =>
        index % 2 ? element('a', { href: part, target: '_blank', rel: 'noopener noreferrer', textContent: part }) : part,
      ),
    );
  }

  const headersPanel = () =>
    element('div', { className: 'headers' }, definitions(opened.headers.map(({ name, value }) => [name, value])));

  const retell = () => refresh().catch(() => say('The inbox does not answer. Trying again…'));
  const loop = () => retell().finally(() => setTimeout(loop, REFRESH_MS));
  to.addEventListener('input', retell);
  refusing.addEventListener('change', () => call('POST', '/api/refuse', { refusing: refusing.checked }).then(retell, retell));
  document.getElementById('clear').addEventListener('click', async () => {
    if (!window.confirm('Delete every mail in this inbox?')) return;
    await call('DELETE', '/api/messages').catch(() => {});
    window.location.hash = '';
    await retell();
  });
  window.addEventListener('hashchange', open);
  void open();
  loop();
})();
