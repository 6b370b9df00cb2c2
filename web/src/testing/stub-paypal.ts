type ButtonProps = {
  createOrder: (data: object, actions: object) => Promise<string>;
  onApprove: (data: { orderID: string }, actions: { restart: () => void }) => Promise<void>;
  onCancel?: (data: object) => void;
  onError: (error: unknown) => void;
  onInit?: (data: object, actions: { enable: () => Promise<void>; disable: () => Promise<void> }) => void;
};

/**
 * Stands in for PayPal's script, which would set `window.paypal`. Its button opens a "window" in which the test approves or
 * cancels. The first `failures` loads fail.
 */
export function stubPayPal({ failures = 0 } = {}) {
  let props: ButtonProps;
  let fails = failures;
  const popup = {
    /** The order in the open PayPal window, null when none is open. */
    order: null as string | null,
    opened: 0,
    scripts: [] as string[],
    approve: async () => {
      const orderID = popup.order!;
      popup.order = null;
      await props.onApprove({ orderID }, { restart: () => void open(orderID) });
    },
    cancel: () => {
      popup.order = null;
      props.onCancel?.({});
    },
    breakDown: (error: Error) => props.onError(error),
  };
  async function open(existing?: string) {
    try {
      popup.order = existing ?? (await props.createOrder({}, {}));
      popup.opened++;
    } catch (error) {
      props.onError(error);
    }
  }

  const Buttons = (buttonProps: ButtonProps) => {
    props = buttonProps;
    const button = document.createElement('button');
    button.textContent = 'PayPal';
    button.onclick = () => void open();
    const enabled = async (yes: boolean) => void (button.disabled = !yes);
    return {
      isEligible: () => true,
      render: async (area: HTMLElement) => {
        area.append(button);
        props.onInit?.({}, { enable: () => enabled(true), disable: () => enabled(false) });
      },
      updateProps: async (changed: Partial<ButtonProps>) => void Object.assign(props, changed),
      close: async () => button.remove(),
    };
  };

  delete window.paypal;
  document.head.querySelectorAll('script').forEach((script) => script.remove());
  const insertBefore = Node.prototype.insertBefore;
  jest.spyOn(document.head, 'insertBefore').mockImplementation(function (this: Node, node, before) {
    const inserted = insertBefore.call(document.head, node, before) as never;
    if (node instanceof HTMLScriptElement) {
      popup.scripts.push(node.src);
      setTimeout(() => {
        const failed = fails-- > 0;
        if (!failed) window.paypal = { Buttons } as never;
        node.dispatchEvent(new Event(failed ? 'error' : 'load'));
      });
    }
    return inserted;
  });
  return popup;
}
