import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { useEffect, useRef, useState } from 'react';
import { expireAdminSession, useAdminToken } from '#lib/calls/admin-session.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { useUploadStepQuery } from '../../api/admin-catalog-api';
import { sendUpload, type UploadOutcome } from '#lib/calls/send-upload.ts';

/** The progress of a form that is being sent, in words, and in percent where it is known. */
export type UploadStatus = { text: string; percent: number | null };

const STEPS: Record<string, string> = {
  receiving: 'Uploading',
  checking: 'Checking the files',
  decoding: 'Reading the audio',
  encoding: 'Encoding the audio',
  saving: 'Saving',
};
const ASK_EVERY_MS = 700;

/**
 * Sends one form at a time under `id` and reports its progress. Leaving the page cancels it, as `cancel` does. A 401 ends the
 * admin's session.
 */
export function useUpload(id: string) {
  const token = useAdminToken();
  const dispatch = useAppDispatch();
  /** The percentage of bytes that are sent. */
  const [sentPercent, setSentPercent] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  // The server's progress is asked for once all bytes are sent. A replica that does not have the upload answers 404.
  const isOut = sentPercent === 100;
  const { data: step } = useUploadStepQuery(id, { skip: !isOut, pollingInterval: ASK_EVERY_MS });

  async function send(form: FetchArgs): Promise<UploadOutcome> {
    const controller = new AbortController();
    running.current = controller;
    setSentPercent(0);
    const outcome = await sendUpload({ sent: form, token, id, onSent: setSentPercent, signal: controller.signal });
    running.current = null;
    setSentPercent(null);
    if ('error' in outcome && outcome.error.status === 401) dispatch(expireAdminSession(token));
    return outcome;
  }

  return {
    send,
    cancel: () => running.current?.abort(),
    status: sentPercent === null ? null : statusOf(sentPercent, isOut ? step : undefined),
  };
}

function statusOf(sentPercent: number, step: { stage: string; percent: number } | undefined): UploadStatus {
  if (sentPercent < 100) return { text: 'Uploading', percent: sentPercent };
  const isMeasured = step?.stage === 'decoding';
  return { text: (step && STEPS[step.stage]) ?? 'Checking the files', percent: isMeasured ? step.percent : null };
}
