import type { DisputeAction, DisputeActState, EvidencePaper } from '@shop/contracts/constants';

export const ACTIONS: Record<DisputeAction, { name: string; effect: string }> = {
  'provide-evidence': {
    name: 'Send evidence',
    effect: 'PayPal reads it and decides. It takes evidence once: choose all papers that help.',
  },
  'provide-supporting-info': { name: 'Send more information', effect: 'It is added to what PayPal looks at.' },
  appeal: { name: 'Appeal', effect: 'PayPal looks at its decision again, with the papers that you add.' },
  'accept-claim': {
    name: 'Accept the claim',
    effect: 'PayPal gives the disputed amount back to the buyer and closes the dispute. This cannot be taken back.',
  },
  'send-message': { name: 'Write to the buyer', effect: 'The buyer reads it at PayPal.' },
  escalate: { name: 'Escalate', effect: 'PayPal looks into it and decides. Buyer and shop can no longer agree by themselves.' },
};

export const ACT_STATES: Record<DisputeActState, string> = {
  asked: 'nobody knows yet whether PayPal has it',
  done: 'PayPal has it',
  failed: 'not done',
};

export const PAPERS: Record<EvidencePaper, { name: string; holds: string }> = {
  contract: { name: 'Contract', holds: 'as its buyer has it' },
  certificate: { name: 'Certificate', holds: 'with its proof' },
  sale: { name: 'Sale', holds: 'payment, accepted terms, downloads, history' },
  claim: { name: 'Claim', holds: 'its messages' },
};
