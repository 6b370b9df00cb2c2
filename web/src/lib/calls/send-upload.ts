import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { ErrorView } from '@shop/contracts/views';
import type { ApiError } from './api';

export type UploadCall = {
  /** What `call` makes of a form. */
  sent: FetchArgs;
  /** The admin's; without it the cookie says who sends. */
  token?: string | null;
  /** Under which the server says how far it is. */
  id?: string;
  /** 0 to 100 of the bytes are out. */
  onSent: (percent: number) => void;
  signal: AbortSignal;
};
export type UploadOutcome<Data> = { data: Data } | { error: ApiError } | { cancelled: true };

/** Sends a form with files; `fetch` cannot say how much of it is on its way. */
export function sendUpload<Data>({ sent, token, id, onSent, signal }: UploadCall): Promise<UploadOutcome<Data>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(sent.method!, new URL(`/api/${sent.url}`, window.location.origin));
    request.responseType = 'json';
    if (id) request.setRequestHeader('upload', id);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    request.onload = () => resolve(outcomeOf<Data>(request));
    request.onerror = () => resolve({ error: { status: 'NETWORK', message: '' } });
    request.onabort = () => resolve({ cancelled: true });
    signal.addEventListener('abort', () => request.abort());
    request.send(sent.body as FormData);
  });
}

function outcomeOf<Data>(request: XMLHttpRequest): UploadOutcome<Data> {
  const { status } = request;
  const response: unknown = request.response;
  if (status >= 200 && status < 300) return { data: response as Data };
  const { message = '', code, field } = (response ?? {}) as Partial<ErrorView>;
  return { error: { status, message, ...(code && { code }), ...(field && { field }) } };
}

/** A random uuid; the browser's own is not there on plain http. */
export function uploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
