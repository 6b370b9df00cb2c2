import { randomUUID } from 'node:crypto';
import { newId, timestamp } from '../ids';
import type { SaveEntries, State, WebhookRecord } from '../state';
import { signWebhook } from './webhook-signature';

export type EmitWebhook = (eventType: string, resourceType: string, resource: unknown, summary: string) => void;

const ANSWER_WITHIN_MS = 10_000;

/** Sends an event to the shop until it answers 2xx or the retries are used up. As with PayPal, events may arrive in any order. */
export function createWebhooks(
  state: State,
  saveEntries: SaveEntries,
  options: { url: string | undefined; webhookId: string; retryMs: number[]; certUrl: string },
) {
  const timers = new Map<string, NodeJS.Timeout>();
  const underWay = new Set<string>();
  const controller = new AbortController();
  let { url } = options;

  async function attempt(record: WebhookRecord) {
    if (!url) return false;
    const raw = JSON.stringify(record.event);
    const transmissionId = randomUUID();
    const time = timestamp();
    let status = 0;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: raw,
        redirect: 'manual',
        signal: AbortSignal.any([controller.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
        headers: {
          'content-type': 'application/json',
          'paypal-transmission-id': transmissionId,
          'paypal-transmission-time': time,
          'paypal-transmission-sig': signWebhook(state.keys.privateKey, transmissionId, time, options.webhookId, raw),
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': options.certUrl,
        },
      });
      await answer.body?.cancel();
      status = answer.status;
    } catch {
      if (controller.signal.aborted) return false;
    }
    record.attempts.push({ at: timestamp(), status });
    record.delivered ||= status >= 200 && status < 300;
    saveEntries(['webhooks', record.event.id]);
    return record.delivered;
  }

  async function deliver(record: WebhookRecord, tries = 0) {
    const { id } = record.event;
    underWay.add(id);
    const isDelivered = await attempt(record);
    underWay.delete(id);
    const wait = options.retryMs[tries];
    if (isDelivered || !url || wait === undefined || controller.signal.aborted) return;
    const retry = setTimeout(() => {
      timers.delete(id);
      void deliver(record, tries + 1);
    }, wait);
    timers.set(id, retry.unref());
  }

  const emit: EmitWebhook = (eventType, resourceType, resource, summary) => {
    const record: WebhookRecord = {
      event: {
        id: `WH-${newId()}-${newId()}`,
        event_version: '1.0',
        create_time: timestamp(),
        resource_type: resourceType,
        resource_version: '2.0',
        event_type: eventType,
        summary,
        // A copy: the event has the resource as it was when it happened, however late it arrives.
        resource: structuredClone(resource),
        links: [],
      },
      delivered: false,
      attempts: [],
    };
    state.webhooks[record.event.id] = record;
    saveEntries(['webhooks', record.event.id]);
    void deliver(record);
  };

  /** Sends again every event that the shop never acknowledged, from an earlier run or from a time without an address. */
  function resume() {
    for (const record of Object.values(state.webhooks)) {
      const { id } = record.event;
      if (!record.delivered && !timers.has(id) && !underWay.has(id)) void deliver(record);
    }
  }

  return {
    emit,
    resume,
    setUrl(next: string | undefined) {
      url = next;
      if (url) resume();
    },
    /**
     * Sends an event once more, delivered or not.
     * @returns whether the shop acknowledged it, and all attempts; undefined for an unknown id
     */
    async replay(eventId: string) {
      const record = state.webhooks[eventId];
      return record && { delivered: await attempt(record), attempts: record.attempts };
    },
    stop() {
      controller.abort();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;
