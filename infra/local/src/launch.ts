import type { RunningService } from '@shop/runtime';

/** Where a part listens, as its configuration says it; 0 is any free port. */
export type Ports = { PORT: string; OPS_PORT: string };

export const FREE_PORTS: Ports = { PORT: '0', OPS_PORT: '0' };

/** Starts a part of the shop from its module, at free ports. Whoever launches may call `start` again later, with the module loaded anew. */
export type Launch = <Module>(
  name: string,
  module: Module,
  start: (module: Module, at: Ports) => Promise<RunningService>,
) => Promise<RunningService>;

export const launchOnce: Launch = (_name, module, start) => start(module, FREE_PORTS);
