/** The buttons of the approval window. It tells the shop's page the choice by message, or by a redirect without an opener. */
(() => {
  const main = document.querySelector('main');
  const state = document.getElementById('state');
  const buttons = [...document.querySelectorAll('button')];
  const { order, return: returnUrl, cancel: cancelUrl } = main.dataset;
  const shop = new URLSearchParams(window.location.search).get('xo');

  function leave(message, backTo) {
    if (window.opener && shop) {
      window.opener.postMessage({ simulator: 'paypal', orderID: order, ...message }, shop);
      window.close();
    } else if (/^https?:/.test(backTo)) {
      const target = new URL(backTo);
      target.searchParams.set('token', order);
      if (message.payerID) target.searchParams.set('PayerID', message.payerID);
      window.location.assign(target);
      return;
    }
    state.textContent =
      message.type === 'approve' ? 'Approved. You can close this window.' : 'Cancelled. You can close this window.';
  }

  function enable(enabled) {
    for (const button of buttons) button.disabled = !enabled;
  }

  async function approve(decline) {
    enable(false);
    state.textContent = 'One moment…';
    try {
      const answer = await fetch(`/sim/approve?token=${encodeURIComponent(order)}&decline=${decline ? 1 : 0}`, {
        method: 'POST',
      });
      if (!answer.ok) throw new Error((await answer.json()).details?.[0]?.description);
      leave({ type: 'approve', payerID: (await answer.json()).payerID }, returnUrl);
    } catch (error) {
      state.textContent = error.message || 'That did not work. Try again.';
      enable(true);
    }
  }

  const pay = document.getElementById('pay');
  pay.addEventListener('click', () => approve(false));
  document.getElementById('decline').addEventListener('click', () => approve(true));
  document.getElementById('cancel').addEventListener('click', () => leave({ type: 'cancel' }, cancelUrl));
  // The page arrives with disabled buttons, so that nobody presses one before its listener is there.
  enable(true);
  pay.focus();
})();
