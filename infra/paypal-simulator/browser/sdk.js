/**
 * The part of PayPal's JS SDK (v5) that @paypal/react-paypal-js drives: paypal.Buttons with createOrder, onApprove,
 * onCancel, onError, onClick and onInit. The approval window opens on the origin that this script came from.
 */
(() => {
  const source = new URL(document.currentScript.src);
  const namespace = document.currentScript.dataset.namespace || 'paypal';
  const disabledFunding = (source.searchParams.get('disable-funding') || '').split(',');
  const eligible = (fundingSource) => fundingSource === 'paypal' && !disabledFunding.includes(fundingSource);
  const PAY = 'Pay with PayPal (simulator)';
  const WAIT = 'Waiting for the PayPal window…';
  const RESUME = 'Continue with PayPal (simulator)';
  let windows = 0;

  function Buttons(given = {}) {
    // Read from `props` at the moment of the call: the page may replace its callbacks at any time.
    const props = { ...given };
    const fundingSource = props.fundingSource || 'paypal';
    let root, button, popup, watch, listener, unfinishedOrder;
    let enabled = true;

    const label = (text) => button && (button.textContent = text);

    function stop() {
      clearInterval(watch);
      if (listener) window.removeEventListener('message', listener);
      if (popup && !popup.closed) popup.close();
      popup = listener = undefined;
      label(PAY);
    }

    function fail(cause) {
      stop();
      const error = cause instanceof Error ? cause : new Error(String(cause));
      if (props.onError) props.onError(error);
      else console.error(error);
    }

    const redirect = (url) => window.location.assign(url);

    function cancelled(orderID) {
      stop();
      props.onCancel?.({ orderID }, { redirect });
    }

    function approved(orderID, payerID) {
      stop();
      const data = {
        orderID,
        payerID,
        paymentID: orderID,
        billingToken: null,
        facilitatorAccessToken: 'SIMULATOR',
        paymentSource: fundingSource,
      };
      Promise.resolve()
        .then(() => props.onApprove?.(data, { redirect, restart: () => start(orderID) }))
        .catch(fail);
    }

    function showApproval(orderID) {
      if (!popup || popup.closed) return cancelled(orderID);
      const page = new URL('/checkoutnow', source.origin);
      page.search = new URLSearchParams({ token: orderID, xo: window.location.origin });
      popup.location.href = page.href;
      listener = ({ origin, source: sender, data }) => {
        const ours = origin === source.origin && sender === popup && data?.simulator === 'paypal' && data.orderID === orderID;
        if (!ours) return;
        if (data.type === 'approve') approved(orderID, data.payerID);
        else cancelled(orderID);
      };
      window.addEventListener('message', listener);
      watch = setInterval(() => popup?.closed && cancelled(orderID), 300);
    }

    function start(existingOrder) {
      if (popup && !popup.closed) return popup.focus();
      // Opened within the click itself, else the browser blocks the window; it goes to the order's page when the order exists.
      popup = window.open('about:blank', `paypal-simulator-${++windows}`, 'width=460,height=720');
      if (!popup) {
        if (!existingOrder) return fail(new Error('The browser blocked the PayPal window.'));
        unfinishedOrder = existingOrder;
        return label(RESUME);
      }
      unfinishedOrder = undefined;
      label(WAIT);
      Promise.resolve(existingOrder || props.createOrder?.({ paymentSource: fundingSource }, {}))
        .then((orderID) => {
          if (!orderID) throw new Error('Expected an order id to be passed');
          if (root) showApproval(orderID);
        })
        .catch(fail);
    }

    function click() {
      if (!enabled) return undefined;
      if (popup && !popup.closed) return popup.focus();
      let go = true;
      const actions = { resolve: () => Promise.resolve(), reject: () => Promise.resolve((go = false)) };
      let answered;
      try {
        answered = props.onClick?.({ fundingSource }, actions);
      } catch (error) {
        return fail(error);
      }
      if (!answered?.then) return go ? start(unfinishedOrder) : undefined;
      return answered.then(() => go && start(unfinishedOrder), fail);
    }

    function setEnabled(value) {
      enabled = value;
      if (button) {
        button.disabled = !value;
        button.style.opacity = value ? '1' : '0.45';
        button.style.cursor = value ? 'pointer' : 'not-allowed';
      }
      return Promise.resolve();
    }

    function draw() {
      const { height = 45, shape } = props.style || {};
      root = document.createElement('div');
      root.className = 'paypal-buttons paypal-simulator-buttons';
      button = document.createElement('button');
      button.type = 'button';
      button.dataset.fundingSource = fundingSource;
      Object.assign(button.style, {
        width: '100%',
        height: `${height}px`,
        border: '0',
        borderRadius: shape === 'pill' ? '999px' : shape === 'sharp' ? '0' : '2px',
        background: '#ffc439',
        color: '#111',
        font: '600 16px/1 system-ui, sans-serif',
        cursor: 'pointer',
      });
      label(PAY);
      button.addEventListener('click', click);
      root.append(button);
      return root;
    }

    return {
      isEligible: () => eligible(fundingSource),
      hasReturned: () => false,
      resume() {},
      updateProps(changed) {
        for (const [key, value] of Object.entries(changed)) if (value !== undefined) props[key] = value;
        return Promise.resolve();
      },
      close() {
        stop();
        root?.remove();
        root = button = undefined;
        return Promise.resolve();
      },
      render(container) {
        const element = typeof container === 'string' ? document.querySelector(container) : container;
        if (!element) return Promise.reject(new Error(`Document is ready and element ${container} does not exist`));
        element.append(draw());
        return Promise.resolve().then(() => {
          props.onInit?.({}, { enable: () => setEnabled(true), disable: () => setEnabled(false) });
        });
      },
    };
  }

  window[namespace] = {
    version: '5.0.simulator',
    Buttons,
    FUNDING: { PAYPAL: 'paypal', CARD: 'card', CREDIT: 'credit', PAYLATER: 'paylater', VENMO: 'venmo' },
    getFundingSources: () => ['paypal'].filter(eligible),
    isFundingEligible: eligible,
    rememberFunding() {},
  };
})();
