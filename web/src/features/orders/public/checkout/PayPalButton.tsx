import {
  DISPATCH_ACTION,
  PayPalButtons as Buttons,
  PayPalScriptProvider as ScriptProvider,
  usePayPalScriptReducer,
  type ReactPayPalScriptOptions,
} from '@paypal/react-paypal-js';
import type { ConfigView } from '@shop/contracts/views';
import { useConfigQuery } from '#lib/calls/config-api.ts';
import { elementsOnly } from '#lib/jsx/elements-only.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './Checkout.module.css';

const PayPalButtons = elementsOnly(Buttons);
const PayPalScriptProvider = elementsOnly(ScriptProvider);

type Payment = {
  disabled: boolean;
  createOrder: () => Promise<string>;
  onApprove: (data: { orderID: string }, actions: { restart: () => void }) => Promise<void>;
  onError: (error: unknown) => void;
};

/** The nonce for scripts. It comes in a header of the page's answer, because the page itself is the same for everybody. */
function cspNonce() {
  const [page] = performance.getEntriesByType('navigation');
  return page?.serverTiming?.find(({ name }) => name === 'nonce')?.description;
}

const scriptOptions = ({ clientId, currency, sdkUrl }: ConfigView['paypal'], nonce?: string): ReactPayPalScriptOptions => ({
  clientId,
  currency,
  intent: 'capture',
  components: 'buttons',
  disableFunding: ['card', 'credit', 'paylater', 'venmo'],
  ...(sdkUrl && { sdkBaseUrl: sdkUrl }),
  ...(nonce && { dataCspNonce: nonce }),
});

/** PayPal's own button (docs/product/checkout.md#paying-with-paypal), or the state of its script. */
export function PayPalButton(payment: Payment) {
  const config = useConfigQuery();
  return (
    <Query
      of={config}
      skeleton={<Skeleton height="48px" />}
      errorText="PayPal could not be loaded. Please check your connection."
    >
      {({ paypal }) => (
        <PayPalScriptProvider options={scriptOptions(paypal, cspNonce())}>
          <LoadedButton {...payment} />
        </PayPalScriptProvider>
      )}
    </Query>
  );
}

function LoadedButton({ disabled, createOrder, onApprove, onError }: Payment) {
  const [{ options, isInitial, isPending, isRejected }, dispatch] = usePayPalScriptReducer();
  if (isRejected)
    return (
      <div className={styles.unloaded} role="alert">
        <p>PayPal could not be loaded. Please check your connection.</p>
        <Button size="s" onClick={() => dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: options })}>
          Retry
        </Button>
      </div>
    );
  if (isInitial || isPending)
    return (
      <div role="status" aria-label="Loading PayPal">
        <Skeleton height="48px" />
      </div>
    );
  return (
    <PayPalButtons
      style={{ layout: 'vertical', color: 'gold', shape: 'rect', height: 48 }}
      disabled={disabled}
      createOrder={createOrder}
      onApprove={onApprove}
      onError={onError}
    >
      <p className="muted">PayPal is not available in this browser. You can arrange the payment with us instead.</p>
    </PayPalButtons>
  );
}
