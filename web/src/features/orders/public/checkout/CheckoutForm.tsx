import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Spinner } from '#ui/action/Spinner.tsx';
import { ListSkeleton } from '#ui/feedback/ListSkeleton.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { totalsOfDraft, whyDisabled, type AppliedCoupon, type Draft, type CheckoutItem } from '../../api/checkout-rules';
import { OrderLines, OrderSums } from '../OrderLines';
import styles from './CheckoutForm.module.css';
import { changeOf, type Change } from './conflict';
import { ConflictNotice } from './ConflictNotice';
import { ContactForm, type useContactForm } from './ContactForm';
import { CouponForm } from './CouponForm';
import { PayPalButton } from './PayPalButton';
import { TermsChoice } from './TermsChoice';
import type { usePayment } from './use-payment';

/** The three numbered steps, with the sum and the ways to pay beside them (docs/product/checkout.md#the-checkout-page). */
export function CheckoutForm({
  draft,
  contact,
  payment,
  agreed,
  onAgreed,
  onCoupon,
  onRemove,
  onAccept,
}: {
  draft: Draft;
  contact: ReturnType<typeof useContactForm>;
  payment: ReturnType<typeof usePayment>;
  agreed: boolean;
  onAgreed: (agreed: boolean) => void;
  onCoupon: (coupon: AppliedCoupon | null) => void;
  onRemove: (productIds: number[]) => void;
  onAccept: (change: Change) => void;
}) {
  const { stage, notice, setNotice } = payment;
  const why = whyDisabled({ loggedIn: true, contactComplete: contact.complete, agreed });
  const change = notice && 'conflict' in notice ? changeOf(notice.conflict, draft.items, draft.coupon) : null;

  /** Handles Enter in a contact field (docs/product/checkout.md#when-paying-is-possible). */
  const onKeyboardSubmit = (complete: boolean) => {
    if (!complete) toast.error('Form not completed');
    else if (!agreed) toast.error('You must agree to the Terms and Conditions');
  };

  return (
    <div className={styles.checkout}>
      <fieldset className={styles.steps} disabled={stage.at === 'capturing'}>
        <section>
          <h2>
            <span className="mono">1.</span> Contact Information
          </h2>
          <ContactForm form={contact.form} accountEmail={contact.accountEmail} onSubmit={onKeyboardSubmit} />
        </section>
        <section>
          <h2>
            <span className="mono">2.</span> Discount Coupon
          </h2>
          <CouponForm coupon={draft.coupon} subtotalCents={totalsOfDraft(draft).subtotalCents} onChange={onCoupon} />
        </section>
        <section>
          <h2>
            <span className="mono">3.</span> Terms & Conditions
          </h2>
          <TermsChoice agreed={agreed} onChange={onAgreed} />
        </section>
      </fieldset>
      <aside className={styles.aside} aria-label="Order summary">
        <h2>Order Summary</h2>
        <OrderSummary items={draft.items} coupon={draft.coupon} />
        {change && (
          <ConflictNotice
            change={change}
            onDismiss={() => setNotice(null)}
            onRemove={() => {
              onRemove(change.goneIds);
              setNotice(null);
            }}
            onAccept={() => {
              if (change.couponEnded) onCoupon(null);
              onAccept(change);
              setNotice(null);
            }}
          />
        )}
        {notice && 'text' in notice && (
          <p className={styles.notice} role="alert">
            {notice.text}
          </p>
        )}
        <WaysToPay payment={payment} why={why} blocked={change !== null} />
      </aside>
    </div>
  );
}

/** PayPal's button and the other way to pay. `why` says why they are disabled; if `blocked`, a notice above says it. */
function WaysToPay({
  payment: { stage, createOrder, onApprove, onError, arrange },
  why,
  blocked,
}: {
  payment: ReturnType<typeof usePayment>;
  why: string | null;
  blocked: boolean;
}) {
  const busy = stage.at === 'capturing';
  const isDisabled = why !== null || blocked || busy;
  return (
    <div className={styles.pay} data-waiting={busy || undefined}>
      {busy && (
        <p className={styles.busy} role="status">
          <Spinner /> Please wait, this takes a moment…
        </p>
      )}
      <PayPalButton disabled={isDisabled} createOrder={createOrder} onApprove={onApprove} onError={onError} />
      {why && (
        <p className={styles.why} role="status">
          {why}
        </p>
      )}
      <Button block disabled={isDisabled} onClick={() => void arrange()}>
        Arrange payment with us
      </Button>
      <p className={styles.small}>
        For bank transfers and cryptocurrency: we hold your tracks for 24 hours. All sales are final; your download links and
        contracts come by e-mail.
      </p>
    </div>
  );
}

/** The lines and the sum, with the same arithmetic as the server's. */
function OrderSummary({ items, coupon }: { items: readonly CheckoutItem[]; coupon: AppliedCoupon | null }) {
  return (
    <>
      <OrderLines items={items} />
      <OrderSums sums={totalsOfDraft({ items, coupon })} discountPercent={coupon?.discount_percent ?? null} />
    </>
  );
}

/** The three steps beside the summary, as they will stand. */
export const CheckoutSkeleton = () => (
  <div className={styles.checkout}>
    <div className={styles.steps}>
      {['176px', '48px', '72px'].map((height) => (
        <section key={height}>
          <Skeleton width="240px" height="24px" />
          <Skeleton height={height} />
        </section>
      ))}
    </div>
    <div className={styles.aside}>
      <ListSkeleton rows={2} />
      <Skeleton height="96px" />
      <Skeleton height="48px" />
    </div>
  </div>
);
