import { holdToRoute } from './held-to-routes';

type Answer = { status: number; body: unknown };
type SentUpload = { method: string; path: string; headers: Record<string, string>; form: FormData };

/**
 * Stands in for uploads, which use XMLHttpRequest. `answers` are given one after the other, the last one for ever, and fit the
 * route of the call. A promise keeps the upload running until it resolves, 'never' until it is cancelled.
 * @returns the uploads sent
 */
export function stubUploads(...answers: (Answer | Promise<Answer> | 'never' | 'network-error')[]): SentUpload[] {
  const sentUploads: SentUpload[] = [];
  class StubRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    response: unknown = null;
    responseType = '';
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    private call = { method: '', path: '', headers: {} as Record<string, string> };
    open(method: string, url: URL) {
      this.call = { ...this.call, method, path: url.pathname };
    }
    setRequestHeader(name: string, value: string) {
      this.call.headers[name] = value;
    }
    send(form: FormData) {
      sentUploads.push({ ...this.call, form });
      const reply = answers[Math.min(sentUploads.length, answers.length) - 1]!;
      this.upload.onprogress?.({ loaded: 40, total: 100 });
      if (reply === 'never') return;
      setTimeout(async () => {
        const answer = await reply;
        if (answer === 'network-error') return this.onerror?.();
        holdToRoute(this.call.method, this.call.path, { ...answer, type: 'application/json' });
        this.status = answer.status;
        this.response = answer.body;
        this.onload?.();
      });
    }
    abort() {
      this.onabort?.();
    }
  }
  globalThis.XMLHttpRequest = StubRequest as unknown as typeof XMLHttpRequest;
  return sentUploads;
}
