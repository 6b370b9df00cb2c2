import type { CouponView } from '@shop/contracts/views';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { useDeleteCouponMutation } from '../api/admin-coupons-api';

/** Asks before a coupon is deleted (docs/product/coupons.md#switching-and-deleting). */
export function ConfirmCouponDeletion({ coupon, onClose }: { coupon: CouponView; onClose: () => void }) {
  const [remove, { isLoading }] = useDeleteCouponMutation();

  async function confirm() {
    const { error } = await remove(coupon.id);
    onClose();
    if (error) toast.error(errorText(error, 'Failed to delete coupon'));
    else toast.success(`Coupon ${coupon.code} deleted`);
  }

  return (
    <Dialog
      title="Confirm Deletion"
      open
      onOpenChange={(open) => !open && !isLoading && onClose()}
      footer={
        <>
          <Button disabled={isLoading} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
            {isLoading ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete coupon &quot;{coupon.code}&quot;?</p>
    </Dialog>
  );
}
