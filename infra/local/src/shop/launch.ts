import type { RunningService } from '@shop/runtime';

/** The ports of a part, in the form of its configuration; 0 means any free port. */
export type Ports = { PORT: string; OPS_PORT: string };

export const FREE_PORTS: Ports = { PORT: '0', OPS_PORT: '0' };

/** Starts a part of the shop from its module, at free ports. The launcher may call `start` again later, with the module loaded anew. */
export type Launch = <Module>(
  name: string,
  module: Module,
  start: (module: Module, at: Ports) => Promise<RunningService>,
) => Promise<RunningService>;

export const launchOnce: Launch = (_name, module, start) => start(module, FREE_PORTS);
