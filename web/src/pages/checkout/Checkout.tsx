import type { UserView } from '@shop/contracts/views';
import { useEffect, useEffectEvent, useState } from 'react';
import { takeOut } from '#features/lists/cart-actions.ts';
import { projectChosen } from '#features/cart/api/project-choices.ts';
import { useProjectChoices } from '#features/cart/public/use-project-choices.ts';
import {
  checkoutItems,
  isEntered,
  type AcceptedPrices,
  type Draft,
  type CheckoutChoices,
} from '#features/orders/api/checkout-rules.ts';
import { CheckoutForm, CheckoutSkeleton } from '#features/orders/public/checkout/CheckoutForm.tsx';
import { ConfirmingPayment } from '#features/orders/public/checkout/ConfirmingPayment.tsx';
import { useContactForm } from '#features/orders/public/checkout/ContactForm.tsx';
import { ArrangementNote, HeldUp, ThankYou } from '#features/orders/public/checkout/OrderOutcome.tsx';
import { usePayment } from '#features/orders/public/checkout/use-payment.ts';
import { useUnsettledOrder } from '#features/orders/public/checkout/use-unsettled-order.ts';
import { api } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { useListedProducts } from '#features/lists/listed-products.ts';
import { paths } from '#lib/paths.ts';
import { useKeptState } from '#features/session/use-kept-form.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { useShownTracks, useToldOfLost } from '#features/orders/public/checkout/use-shown-tracks.ts';

const NOTHING_ENTERED: CheckoutChoices = { agreed: false, coupon: null };

/** The way from the cart to a paid order. Everything typed survives conflicts, declines, new logins and reloads. */
export function Checkout({ user, cartIds }: { user: UserView; cartIds: number[] }) {
  const dispatch = useAppDispatch();
  const projectChoices = useProjectChoices(user.id);
  const listedProducts = useListedProducts(cartIds);
  const [acceptedPrices, setAcceptedPrices] = useState<AcceptedPrices>({});
  const [choices, setChoices, forgetChoices] = useKeptState<CheckoutChoices>('checkout-choices', NOTHING_ENTERED, isEntered);
  const contact = useContactForm(user);

  const { shown, lost } = useShownTracks(cartIds, listedProducts.products, listedProducts.gone);
  const items = checkoutItems(shown, projectChoices, acceptedPrices);
  const draft: Draft = { userId: user.id, items, customer: contact.customer, coupon: choices.coupon };
  const payment = usePayment(draft, (productIds) => void dispatch(takeOut(user.id, [...productIds, ...listedProducts.gone])));
  const { stage } = payment;

  const isOver = stage.at !== 'form' && stage.at !== 'capturing' && stage.at !== 'confirming';
  const forget = useEffectEvent(() => {
    contact.forget();
    forgetChoices();
  });
  useEffect(() => {
    if (isOver) forget();
  }, [isOver]);

  const unsettledOrder = useUnsettledOrder(user.id, cartIds);
  const takeUp = useEffectEvent(() => unsettledOrder !== undefined && payment.resume(unsettledOrder));
  useEffect(() => void takeUp(), [unsettledOrder]);

  useToldOfLost(lost, payment);

  if (stage.at === 'paid') return <ThankYou userId={user.id} orderId={stage.orderId} downloadLinks={stage.downloadLinks} />;
  if (stage.at === 'arranged') return <ArrangementNote {...stage} />;
  if (stage.at === 'review' || stage.at === 'refunded') return <HeldUp kind={stage.at} orderId={stage.orderId} />;
  if (stage.at === 'confirming') return <ConfirmingPayment {...stage} onEnd={payment.finish} />;

  return (
    <section>
      <h1>Checkout</h1>
      <Query
        of={{ ...listedProducts, data: listedProducts.ready && unsettledOrder !== undefined ? items : undefined }}
        skeleton={<CheckoutSkeleton />}
        errorText="Your cart could not be loaded."
      >
        {() =>
          items.length === 0 && stage.at === 'form' ? (
            <EmptyState
              title="Your cart is empty"
              action={
                <ButtonLink variant="primary" to={paths.shop}>
                  Browse Tracks
                </ButtonLink>
              }
            />
          ) : (
            <CheckoutForm
              draft={draft}
              contact={contact}
              payment={payment}
              agreed={choices.agreed}
              onAgreed={(agreed) => setChoices((now) => ({ ...now, agreed }))}
              onCoupon={(coupon) => setChoices((now) => ({ ...now, coupon }))}
              onRemove={(ids) => void dispatch(takeOut(user.id, ids))}
              onAccept={({ prices, goneProjectIds }) => {
                setAcceptedPrices({ ...acceptedPrices, ...prices });
                for (const id of goneProjectIds) dispatch(projectChosen({ userId: user.id, id, yes: false }));
                dispatch(api.util.invalidateTags(['Products', 'Searches']));
              }}
            />
          )
        }
      </Query>
    </section>
  );
}
