import { createServer } from 'node:net';

type Wanted = { host: string; port: number };

/**
 * Checks that the ports are free, so that a start fails now and not after a minute.
 * @throws Error that names the variable of a port that is taken
 */
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
