/**
 * What the shop does in a dispute at PayPal, by the names of PayPal's calls; each only while PayPal links it
 * (docs/product/disputes.md#what-the-shop-can-do).
 */
export const DISPUTE_ACTIONS = [
  'provide-evidence',
  'provide-supporting-info',
  'appeal',
  'accept-claim',
  'send-message',
  'escalate',
] as const;
export type DisputeAction = (typeof DISPUTE_ACTIONS)[number];
/** The actions that send papers. */
export const ACTIONS_WITH_PAPERS: readonly DisputeAction[] = ['provide-evidence', 'provide-supporting-info', 'appeal'];
/** The papers that the shop draws as evidence: contracts, certificates with their proof, the sale with its terms and downloads, and claims. */
export const EVIDENCE_PAPERS = ['contract', 'certificate', 'sale', 'claim'] as const;
export type EvidencePaper = (typeof EVIDENCE_PAPERS)[number];
/** Whether PayPal has what the shop sent: `asked` while nobody knows. */
export const DISPUTE_ACT_STATES = ['asked', 'done', 'failed'] as const;
export type DisputeActState = (typeof DISPUTE_ACT_STATES)[number];
/** PayPal takes at most so many bytes in a file of evidence, and in all files of a call. */
export const EVIDENCE_MAX_BYTES = { file: 10_000_000, call: 50_000_000 } as const;
export const DISPUTE_RESOLVED = 'RESOLVED';
