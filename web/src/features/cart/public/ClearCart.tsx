import { useState } from 'react';
import { useAppDispatch } from '#lib/hooks.ts';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { clearCart } from '../../lists/cart-actions';

export function ClearCart({ count }: { count: number }) {
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="s" onClick={() => setOpen(true)}>
        Clear Cart
      </Button>
      <Dialog
        title="Clear the cart?"
        open={open}
        onOpenChange={setOpen}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep</Button>
            <Button
              variant="danger"
              onClick={() => {
                setOpen(false);
                void dispatch(clearCart());
              }}
            >
              Clear Cart
            </Button>
          </>
        }
      >
        <p>{count === 1 ? 'The track is taken out of your cart.' : `All ${count} tracks are taken out of your cart.`}</p>
      </Dialog>
    </>
  );
}
