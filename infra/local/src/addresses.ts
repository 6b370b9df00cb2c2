/** Nobody but this machine reaches it. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Where we ourselves reach what listens at `host`: the addresses that mean "all" are none to call. */
export function callable(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** What people are told to open when nothing else is configured: this machine, unless the shop listens at one other address alone. */
export const addressFor = (host: string, port: number) =>
  isLoopback(host) || host === '0.0.0.0' || host === '::' ? `http://localhost:${port}` : callable(host, port);
