import { useSyncExternalStore } from 'react';
import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';
import { CHANGED, hasChanged } from '#lib/files/chosen-file.ts';
import { sessionHasEnded } from '../../session/ask-to-log-in';
import { useAppDispatch } from '#lib/hooks.ts';
import { sendUpload } from '#lib/calls/send-upload.ts';
import { toast } from '#lib/toast.ts';
import { watchers } from '#lib/watchers.ts';

type Upload = { file: File; percent: number } | { refusal: string; isChanged: boolean };

/** The last upload of each store, running or failed. It continues when its page is left, and that page shows it again. */
const uploads = new Map<number, Upload>();
const { subscribe, tell } = watchers();

function show(sellerId: number, upload: Upload | null) {
  if (upload) uploads.set(sellerId, upload);
  else uploads.delete(sellerId);
  tell();
}

/** Sends the identity document and reports the progress. `sending` is null while nothing is being sent. */
export function useSendDocument(sellerId: number) {
  const dispatch = useAppDispatch();
  const upload = useSyncExternalStore(subscribe, () => uploads.get(sellerId));

  async function send(file: File) {
    const form = new FormData();
    form.append('verification', file);
    const onSent = (percent: number) => show(sellerId, { file, percent });
    onSent(0);
    const { signal } = new AbortController();
    const request = call('PUT /api/sellers/:id/verification', { params: { id: sellerId }, body: form });
    const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askToStay);
    const outcome = await sendUpload({ sent: request, onSent, signal });
    window.removeEventListener('beforeunload', askToStay);
    const isChanged = 'error' in outcome && outcome.error.status === 'NETWORK' && (await hasChanged(file));
    show(sellerId, null);
    if ('error' in outcome && dispatch(sessionHasEnded(outcome.error))) return;
    if ('done' in outcome) toast.success('Verification document uploaded successfully');
    else if ('error' in outcome) {
      toast.error('Failed to upload verification document');
      show(sellerId, { refusal: isChanged ? CHANGED : outcome.error.message, isChanged });
    }
    // The store is loaded again even after a refusal: the document may have been sent in another tab.
    dispatch(api.util.invalidateTags(['Seller']));
  }

  return {
    send,
    /** Called when another document is chosen, to which the refusal does not apply. */
    forgetRefusal: () => show(sellerId, null),
    sending: upload && 'file' in upload ? upload : null,
    refusal: upload && 'refusal' in upload ? upload.refusal : null,
    /** The file was saved again after it was chosen, so it must be chosen again. */
    isChanged: upload !== undefined && 'refusal' in upload && upload.isChanged,
  };
}
