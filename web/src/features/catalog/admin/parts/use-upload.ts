import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { useEffect, useRef, useState } from 'react';
import { expireAdminSession, useAdminToken } from '../../../../lib/calls/admin-session';
import { useAppDispatch } from '../../../../lib/hooks';
import { useUploadStepQuery } from '../../api/admin-catalog-api';
import { sendUpload, uploadId, type UploadOutcome } from '../../../../lib/calls/send-upload';

/** The state of a form that is being sent: words for the admin, and a percentage where it is known. */
export type UploadStatus = { text: string; percent: number | null };

const STEPS: Record<string, string> = {
  receiving: 'Uploading',
  checking: 'Checking the files',
  decoding: 'Reading the audio',
  encoding: 'Encoding the audio',
  saving: 'Saving',
};
const ASK_EVERY_MS = 700;

type Sent = { id: string; percent: number };

/** Sends one form at a time and reports its progress. Leaving the page cancels it, as `cancel` does. A 401 ends the admin's session. */
export function useUpload() {
  const token = useAdminToken();
  const dispatch = useAppDispatch();
  const [sent, setSent] = useState<Sent | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  // once all bytes are sent, the server is asked for its progress; a replica that does not have the upload answers 404
  const isOut = sent !== null && sent.percent === 100;
  const { data: step } = useUploadStepQuery(sent?.id ?? '', { skip: !isOut, pollingInterval: ASK_EVERY_MS });

  async function send<Data>(form: FetchArgs): Promise<UploadOutcome<Data>> {
    const id = uploadId();
    const controller = new AbortController();
    running.current = controller;
    setSent({ id, percent: 0 });
    const onSent = (percent: number) => setSent({ id, percent });
    const outcome = await sendUpload<Data>({ sent: form, token, id, onSent, signal: controller.signal });
    running.current = null;
    setSent(null);
    if ('error' in outcome && outcome.error.status === 401) dispatch(expireAdminSession(token));
    return outcome;
  }

  return { send, cancel: () => running.current?.abort(), status: sent && statusOf(sent, isOut ? step : undefined) };
}

function statusOf(sent: Sent, step: { stage: string; percent: number } | undefined): UploadStatus {
  if (sent.percent < 100) return { text: 'Uploading', percent: sent.percent };
  const isMeasured = step?.stage === 'decoding';
  return { text: (step && STEPS[step.stage]) ?? 'Checking the files', percent: isMeasured ? step.percent : null };
}
