export { contractHash, type ContractFacts } from './contract';
export { hashOfContract, renderContract } from './render-contract';
export { contractFactsOf, contractFileName } from './facts-of-sale';
