import { createServer } from 'node:net';

/** @throws Error that names the variable when a port is taken: better now than after a minute. */
export async function checkPorts(host: string, ports: Record<string, number>): Promise<void> {
  for (const [variable, port] of Object.entries(ports)) {
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
