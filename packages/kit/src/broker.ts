/** A message on its way: an outbox row with its time and the request that caused it. */
export type Message = { id: string; type: string; data: unknown; occurredAt: string; requestId: string | null };

/** A message and the queues that must have it before it counts as sent. */
export type Addressed = Message & { queues: readonly string[] };

/**
 * Carries messages from outbox to inbox, at least once. Two implementations: RabbitMQ, and in-process for one machine.
 * `publish` answers the ids that every queue has; it throws when the broker cannot be reached.
 * `subscribe` hands over one delivery at a time per slot; a handler that throws gets the message again after a pause.
 */
export type Broker = {
  publish: (messages: readonly Addressed[]) => Promise<Set<string>>;
  subscribe: (
    queue: string,
    types: readonly string[],
    handle: (message: Message) => Promise<void>,
  ) => Promise<{ stop: () => Promise<void> }>;
  connected: () => boolean;
  close: () => Promise<void>;
};
