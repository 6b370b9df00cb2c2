import { RefreshCw } from 'lucide-react';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { useReconcileMutation } from '../api/admin-reconciliation-api';

export function AdminReconcile() {
  const [reconcile, { isLoading }] = useReconcileMutation();

  async function compare() {
    const { data, error } = await reconcile();
    if (error) return toast.error(errorText(error, 'PayPal cannot be reached right now'));
    toast.success(data.data.found === 0 ? 'PayPal and the shop agree' : `${data.data.found} found`);
  }

  return (
    <Button size="s" busy={isLoading} onClick={() => void compare()}>
      <RefreshCw size={16} aria-hidden /> Reconcile now
    </Button>
  );
}
