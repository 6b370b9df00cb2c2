/** The services. Each has a port for operators. */
export const SERVICES = ['identity', 'catalog', 'orders', 'sellers', 'notifications'] as const;
export type Service = (typeof SERVICES)[number];

/** The address of each service's operator port, and the token that it asks for. */
export type Doors = Record<Service, { url: string; token: string }>;

/** Asks a service on behalf of the operator. @throws Error in a sentence when the service does not answer or refuses */
export async function askService(doors: Doors, service: Service, path: string, init: RequestInit = {}): Promise<Response> {
  const { url, token } = doors[service];
  const answer = await fetch(url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }).catch(
    (error: unknown) => {
      throw new Error(`${service} does not answer operators at ${url}. Does it run?`, { cause: error });
    },
  );
  if (answer.ok) return answer;
  throw new Error(`${service} refuses: ${await reasonOf(answer)}`);
}

async function reasonOf(answer: Response): Promise<string> {
  const { error } = (await answer.json().catch(() => ({}))) as { error?: string };
  return error ?? `HTTP ${answer.status}`;
}

/** Makes a service run an operation. → the operation's result. @throws Error in a sentence */
export async function operate<Result>(doors: Doors, service: Service, name: string, body: object): Promise<Result> {
  const answer = await askService(doors, service, `/operations/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Result;
}
