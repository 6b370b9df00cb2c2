import type { Keep, State } from './state';
import type { EmitWebhook } from './webhooks/webhooks';

/** The parts of the simulator share its memory, the browser's origin for links, and the way to tell the shop. */
export type Simulator = {
  state: State;
  keep: Keep;
  publicUrl: string;
  emit: EmitWebhook;
  /** How many transactions a report may have. */
  reportLimit: number;
};

export const approvalUrl = (publicUrl: string, orderId: string) => `${publicUrl}/checkoutnow?token=${orderId}`;
