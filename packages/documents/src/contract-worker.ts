import { drawContract } from './contract';
import { contractHash } from './contract-hash';
import type { ContractFacts } from './contract-text';

export type DrawnContract = { pdf: Uint8Array; hash: string };

/** Draws a contract in a thread of its own. @throws RangeError for an unreadable date */
export default async function draw(facts: ContractFacts): Promise<DrawnContract> {
  const pdf = await drawContract(facts);
  return { pdf: new Uint8Array(pdf), hash: contractHash(pdf) };
}
