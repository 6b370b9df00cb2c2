export { contractHash, renderContract, type ContractFacts } from './contract';
