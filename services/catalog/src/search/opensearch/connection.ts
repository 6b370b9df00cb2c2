import { isError, unavailable } from '@shop/http';
import { hostOf, reasonOf } from '@shop/runtime';

/** The client has some 550 modules, which only a shop with an OpenSearch loads. */
// oxlint-disable-next-line typescript/no-require-imports -- an import would load them at every start
const library = () => require('@opensearch-project/opensearch') as typeof import('@opensearch-project/opensearch');

/** A visitor waits for a search; a fill has calls of its own patience. */
const PATIENCE_MS = 5000;
export const FILL_PATIENCE_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;
/** The oldest release whose query language was compared. */
const OLDEST = 2;
const NEEDED = 'The search needs OpenSearch 2 or newer.';

/** A client of the server at `url`, which may hold an account (`https://user:password@host:9200`). */
export const connectTo = (url: string, requestTimeout = PATIENCE_MS) =>
  new (library().Client)({ node: url, requestTimeout, maxRetries: 1 });

/** A server that is away, has too much to do, or has lost its index. */
function isAway(error: Error) {
  const { errors } = library();
  return error instanceof errors.ResponseError
    ? [404, 408, 429, 502, 503, 504].includes(error.statusCode ?? 0)
    : error instanceof errors.OpenSearchClientError;
}

/**
 * Waits for an answer.
 * @returns its body.
 * @throws Refusal 503 while the server is away
 */
export async function answerOf<Body>(request: PromiseLike<{ body: Body }>): Promise<Body> {
  try {
    return (await request).body;
  } catch (error) {
    if (!isError(error) || !isAway(error)) throw error;
    const refusal = unavailable('The search is not available right now. Please try again in a moment.', RETRY_AFTER_SECONDS);
    throw Object.assign(refusal, { cause: error });
  }
}

/**
 * Tries the configured OpenSearch.
 * @returns the problems, in sentences
 */
export async function examineOpenSearch(url: string | undefined): Promise<string[]> {
  if (url === undefined) return [];
  const client = connectTo(url);
  try {
    const { version } = (await client.info()).body;
    return Number.parseInt(version.number) >= OLDEST ? [] : [`OPENSEARCH_URL: ${hostOf(url)} is a ${version.number}. ${NEEDED}`];
  } catch (error) {
    const status = error instanceof library().errors.ResponseError ? error.statusCode : undefined;
    return status === 401 || status === 403
      ? [`OPENSEARCH_URL: the server ${hostOf(url)} does not let the account in. Correct account and password.`]
      : [`OPENSEARCH_URL: the server ${hostOf(url)} cannot be reached (${reasonOf(error)}). Searches answer 503 without it.`];
  } finally {
    await client.close();
  }
}
