import { createServer } from 'node:net';

type Wanted = { host: string; port: number };

/**
 * Checks that the ports are free, so that a start fails now and not after a minute.
 * @throws Error that names every variable whose port is taken, with a free port
 */
export async function checkPorts(wanted: Record<string, Wanted>): Promise<void> {
  const named = new Set(Object.values(wanted).map(({ port }) => port));
  const taken: string[] = [];
  const others: string[] = [];
  for (const [variable, { host, port }] of Object.entries(wanted)) {
    if (await isFree(host, port)) continue;
    taken.push(String(port));
    let other = port + 1;
    while (named.has(other) || !(await isFree(host, other))) other += 1;
    named.add(other);
    others.push(`${variable}=${other}`);
  }
  if (taken.length === 0) return;
  const [what, choice] =
    taken.length === 1
      ? [`Port ${taken[0]} is`, 'another one']
      : [`Ports ${new Intl.ListFormat('en-GB').format(taken)} are`, 'others'];
  throw new Error(`${what} taken. Choose ${choice}, in .env or the environment: ${others.join(' ')}`);
}

/** @throws Error for any other reason why nobody can listen there */
const isFree = (host: string, port: number) =>
  new Promise<boolean>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
