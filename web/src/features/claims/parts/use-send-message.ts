import { useEffect, useRef, useState } from 'react';
import { sendUpload } from '#lib/calls/send-upload.ts';
import { isApiError } from '#lib/calls/api.ts';
import { messageRequest } from '../api/claims-api';

export type SendMessage = {
  /** @returns why it could not be sent, in words; null when it is sent */
  send: (text: string, files: readonly File[], claimId?: number) => Promise<string | null>;
  /** How much is sent; null while nothing is. */
  percent: number | null;
};

const FAILED = 'The message could not be sent. Please try again.';

/**
 * Sends messages to a claim and reports the progress; leaving the page cancels it. `token` is the admin's; `onDone` runs after each
 * try, and with the error of one that failed.
 */
export function useSendMessage(claimId: number, onDone: (error: unknown) => void, token?: string | null): SendMessage {
  const [percent, setPercent] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(text: string, files: readonly File[], id = claimId): Promise<string | null> {
    const controller = new AbortController();
    running.current = controller;
    setPercent(0);
    const outcome = await sendUpload({
      sent: messageRequest(id, text, files),
      token,
      onSent: setPercent,
      signal: controller.signal,
    });
    setPercent(null);
    const error = 'error' in outcome ? outcome.error : null;
    onDone(error);
    if (error) return isApiError(error) && error.message ? error.message : FAILED;
    return 'done' in outcome ? null : FAILED;
  }

  return { send, percent };
}
