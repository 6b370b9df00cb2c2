// what draws (pdfkit, fontkit, fonts) is loaded by the thread alone
export { contractHash } from './contract-hash';
export type { ContractFacts } from './contract-text';
export { hashOfContract, renderContract } from './render-contract';
export { contractFactsOf, contractFileName } from './facts-of-sale';
