import { useState } from 'react';
import { api, type ApiError } from '../../../lib/calls/api';
import { call } from '../../../lib/calls/call';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { useAppDispatch } from '../../../lib/hooks';
import { sendUpload } from '../../../lib/calls/send-upload';
import { toast } from '../../../lib/toast';

/** Sends the identity document and reports the progress. `percent` is null while nothing is being sent. */
export function useSendDocument(sellerId: number) {
  const dispatch = useAppDispatch();
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<ApiError | null>(null);

  async function send(file: File) {
    const form = new FormData();
    form.append('verification', file);
    setError(null);
    setPercent(0);
    const { signal } = new AbortController();
    const sent = call('PUT /api/sellers/:id/verification', { params: { id: sellerId }, body: form });
    const outcome = await sendUpload({ sent, onSent: setPercent, signal });
    setPercent(null);
    if ('error' in outcome && dispatch(sessionHasEnded(outcome.error))) return;
    if ('data' in outcome) toast.success('Verification document uploaded successfully');
    else if ('error' in outcome) {
      toast.error('Failed to upload verification document');
      setError(outcome.error);
    }
    // also after a refusal: it may have been sent in another tab
    dispatch(api.util.invalidateTags(['Seller']));
  }

  return { send, percent, error };
}
