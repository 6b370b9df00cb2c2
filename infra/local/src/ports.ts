import { createServer } from 'node:net';

type Wanted = { host: string; port: number };

/** @throws Error that names the variable when a port is taken: better now than after a minute. */
export async function checkPorts(wanted: Record<string, Wanted>): Promise<void> {
  for (const [variable, { host, port }] of Object.entries(wanted)) {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer();
      probe.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'EADDRINUSE'
            ? new Error(`Port ${port} is taken. Choose another one: ${variable}=${port + 1} npm start`)
            : error,
        ),
      );
      probe.listen(port, host, () => probe.close(() => resolve()));
    });
  }
}
