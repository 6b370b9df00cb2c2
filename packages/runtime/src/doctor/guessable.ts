/** Passwords and keys of examples, which everybody tries first. */
const KNOWN =
  /^(postgres|guest|admin|administrator|root|shop|user|test|demo|default|example|pass|password|passw0rd|secret|changeme|change-me|minio|minioadmin|rabbitmq|letmein|qwerty|[a-z]+_password|your[-_ ].*|\d{1,12})\d{0,4}!?$/i;
const SHORTEST = 12;

/**
 * Examines secrets by the names of their variables; unset ones are left out.
 * @returns a sentence for each that others could guess
 */
export const guessable = (secrets: Record<string, string | undefined>): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    secret === undefined || !isGuessable(secret)
      ? []
      : [`${name} holds a secret that can be guessed. Make another one (openssl rand -hex 24), there and here.`],
  );

const isGuessable = (secret: string) => secret.length < SHORTEST || KNOWN.test(secret) || new Set(secret).size < 4;

/** The password in an address; undefined when it has none. */
export const passwordIn = (url: string | undefined): string | undefined => {
  if (url === undefined || !URL.canParse(url)) return undefined;
  return decode(new URL(url).password) || undefined;
};

/** Clients of databases read a % that escapes nothing as itself, so such a password works. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where an address leads, without account and password. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : 'its address');

/** Why an outside service does not answer, without our addresses and passwords. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message).replace(/[^\s/]+:[^\s/]+@/g, '…@');
};
