export { contractHash, renderContract, type ContractFacts } from './contract';
export { contractFactsOf, contractFileName, type Sale, type SoldItem } from './facts-of-sale';
