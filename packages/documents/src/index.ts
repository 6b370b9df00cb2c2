// The drawing code (pdfkit, fontkit, fonts) is absent here, because only the thread loads it.
export { contractHash } from './contract-hash';
export type { ContractFacts } from './contract-text';
export { hashOfContract, renderContract } from './render-contract';
export { contractFactsOf, contractFileName } from './facts-of-sale';
