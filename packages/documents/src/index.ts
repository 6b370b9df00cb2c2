export { contractHash, renderContract, type ContractFacts } from './contract';
export { contractFactsOf, contractFileName } from './facts-of-sale';
