import type { SaveEntries, State } from './state';
import type { EmitWebhook } from './webhooks/webhooks';

/** The memory of the simulator, the browser's origin for links, and the way to tell the shop. */
export type Simulator = {
  state: State;
  saveEntries: SaveEntries;
  publicUrl: string;
  emit: EmitWebhook;
  reportLimit: number;
};

export const approvalUrl = (publicUrl: string, orderId: string) => `${publicUrl}/checkoutnow?token=${orderId}`;
