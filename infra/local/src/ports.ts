import { createServer } from 'node:net';

type Address = { host: string; port: number };

/**
 * Checks that the ports are free, so that a start fails now and not after a minute.
 * @throws Error that names every variable whose port is taken, with a free port
 */
export async function checkPorts(ports: Record<string, Address>): Promise<void> {
  const reservedPorts = new Set(Object.values(ports).map(({ port }) => port));
  const takenPorts: string[] = [];
  const suggestions: string[] = [];
  for (const [variable, { host, port }] of Object.entries(ports)) {
    if (await isFree(host, port)) continue;
    takenPorts.push(String(port));
    let candidate = port + 1;
    while (reservedPorts.has(candidate) || !(await isFree(host, candidate))) candidate += 1;
    reservedPorts.add(candidate);
    suggestions.push(`${variable}=${candidate}`);
  }
  if (takenPorts.length === 0) return;
  const [what, choice] =
    takenPorts.length === 1
      ? [`Port ${takenPorts[0]} is`, 'another one']
      : [`Ports ${new Intl.ListFormat('en-GB').format(takenPorts)} are`, 'others'];
  throw new Error(`${what} taken. Choose ${choice}, in .env or the environment: ${suggestions.join(' ')}`);
}

/** @throws Error for any other reason why nobody can listen there */
const isFree = (host: string, port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
