import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { ErrorView } from '@shop/contracts/views';
import type { ApiError } from './endpoints';

type UploadCall = {
  /** The request that `call` makes for a form. */
  sent: FetchArgs;
  /** The admin's token; without it the cookie identifies the sender. */
  token?: string | null;
  /** The id under which the server answers the progress of the upload. */
  id?: string;
  /** Called with the percentage of bytes that have been sent, 0 to 100. */
  onSent: (percent: number) => void;
  signal: AbortSignal;
};
export type UploadOutcome = { done: true } | { error: ApiError } | { cancelled: true };

/** Sends a form with files through XMLHttpRequest, because `fetch` cannot report how much has been sent. */
export function sendUpload({ sent, token, id, onSent, signal }: UploadCall): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(sent.method ?? 'POST', new URL(`/api/${sent.url}`, window.location.origin));
    request.responseType = 'json';
    if (id) request.setRequestHeader('upload', id);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    request.onload = () => resolve(outcomeOf(request));
    request.onerror = () => resolve({ error: { status: 'NETWORK', message: '' } });
    request.onabort = () => resolve({ cancelled: true });
    signal.addEventListener('abort', () => request.abort());
    request.send(sent.body as FormData);
  });
}

function outcomeOf(request: XMLHttpRequest): UploadOutcome {
  const { status } = request;
  if (status >= 200 && status < 300) return { done: true };
  const { message = '', code, field } = (request.response ?? {}) as Partial<ErrorView>;
  return { error: { status, message, ...(code && { code }), ...(field && { field }) } };
}

/** A random uuid. On plain http the browser's own function is missing. */
export function uploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const markedBytes = bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte));
  const hex = Array.from(markedBytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
