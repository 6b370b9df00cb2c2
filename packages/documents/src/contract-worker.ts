import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { drawContract } from './contract';
import { contractHash } from './contract-hash';
import type { ContractFacts } from './contract-text';

/** One contract for the drawing thread, and its answer. */
export type Job = { nth: number; facts: ContractFacts };
export type Said = { nth: number } & ({ pdf: Uint8Array; hash: string } | { error: unknown });

assert(parentPort, 'this file runs as a worker');
const port = parentPort;

port.on('message', ({ nth, facts }: Job) => {
  drawContract(facts).then(
    (drawn) => {
      const said: Said = { nth, pdf: new Uint8Array(drawn), hash: contractHash(drawn) };
      port.postMessage(said, [said.pdf.buffer as ArrayBuffer]);
    },
    (error: unknown) => port.postMessage({ nth, error } satisfies Said),
  );
});
