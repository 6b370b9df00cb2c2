import { createHash } from 'node:crypto';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { z } from 'zod';
import type { MessageToQueues, Message } from '../broker';

/**
 * Publishes one message.
 * @returns whether the broker has taken it; a message that reaches no queue comes back as `return`.
 */
export const publishConfirmed = (
  channel: ConfirmChannel,
  exchange: string,
  { queues, traceparent, ...message }: MessageToQueues,
) =>
  new Promise<boolean>((resolve) => {
    channel.publish(
      exchange,
      message.type,
      Buffer.from(JSON.stringify(message)),
      {
        messageId: message.id,
        type: message.type,
        persistent: true,
        mandatory: queues.length > 0,
        contentType: 'application/json',
        ...(traceparent === undefined ? {} : { headers: { traceparent } }),
      },
      (error: unknown) => resolve(!error),
    );
  });

const Envelope = z.object({ id: z.uuid(), data: z.unknown(), occurredAt: z.string(), requestId: z.string().nullable() });

/** Reads a delivery. An unreadable one keeps its bytes as text: the reaction's schema refuses it, and the inbox parks it. */
export const messageOf = ({ content, fields, properties }: ConsumeMessage): Message => {
  const type = fields.routingKey;
  try {
    const body = Envelope.parse(JSON.parse(content.toString()));
    const { traceparent } = (properties.headers ?? {}) as { traceparent?: unknown };
    return { ...body, type, ...(typeof traceparent === 'string' ? { traceparent } : {}) };
  } catch {
    return { id: uuidOf(content), type, data: content.toString('base64'), occurredAt: new Date().toISOString(), requestId: null };
  }
};

/** An id made from the bytes, so that the same bytes delivered again count as the same message. */
const uuidOf = (content: Buffer) =>
  createHash('sha256')
    .update(content)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
