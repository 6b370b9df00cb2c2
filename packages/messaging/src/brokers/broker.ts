/** A message between services: an outbox row with its time, the request that caused it, and the span of its trace. */
export type Message = {
  id: string;
  type: string;
  data: unknown;
  occurredAt: string;
  requestId: string | null;
  traceparent?: string;
};

/** A message and the queues that must have it before it counts as sent. */
export type MessageToQueues = Message & { queues: readonly string[] };

/** Receives messages as they pass, synchronously. Its errors are logged and affect nobody else. */
export type Listener = {
  heard: (message: Message) => void;
  /** Called when the listener receives again after an outage. It has missed the messages sent meanwhile. */
  missed?: () => void;
};

/**
 * Carries messages from outbox to inbox, at least once. Two implementations: RabbitMQ, and in-process for one machine. `publish`
 * answers the ids that every queue has; it throws when the broker cannot be reached. `subscribe` hands over one delivery at a time
 * per slot; a handler that throws gets the message again after a pause. `listen` is for messages that may be lost: a listener gets
 * each message of its types while it listens, at most once per sending. Nothing is stored for it, and no sender waits for it.
 */
export type Broker = {
  publish: (messages: readonly MessageToQueues[]) => Promise<Set<string>>;
  subscribe: (
    queue: string,
    types: readonly string[],
    handle: (message: Message) => Promise<void>,
  ) => Promise<{ stop: () => Promise<void> }>;
  listen: (types: readonly string[], listener: Listener) => Promise<{ stop: () => Promise<void> }>;
  connected: () => boolean;
  close: () => Promise<void>;
};
