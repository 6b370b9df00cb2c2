import type { SubscriberStatus } from '@shop/contracts/constants';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { useDeleteSubscribersOfMutation } from '../api/admin-subscribers-api';

const QUESTIONS: Record<SubscriberStatus, string> = {
  active: 'Are you sure you want to delete all active subscribers? Nobody will receive the newsletter any more.',
  inactive:
    'Are you sure you want to delete all inactive subscribers? Among them are those who have not confirmed their subscription yet.',
};

/** Deletes all subscribers with a status, after the browser's confirmation. */
export function BulkDelete({ status, children }: { status: SubscriberStatus; children: string }) {
  const [deleteAll, { isLoading }] = useDeleteSubscribersOfMutation();

  async function ask() {
    if (!window.confirm(QUESTIONS[status])) return;
    const { data, error } = await deleteAll(status);
    if (!data) return toast.error(errorText(error, 'Failed to delete subscribers'));
    toast.success(data.message);
  }

  return (
    <Button size="s" variant="danger" busy={isLoading} onClick={() => void ask()}>
      {children}
    </Button>
  );
}
