/** The `responseHandler` of a call that answers a file, for files that an address alone cannot fetch. → an object URL, or the refusal */
export const asObjectUrl = async (answer: Response): Promise<unknown> =>
  answer.ok ? URL.createObjectURL(await answer.blob()) : answer.json();

/** An object URL, and the name that the server gives the file: empty when it gives none. */
export type NamedFile = { url: string; name: string };

/** The same for a file that is saved by its own name. → a NamedFile, or the refusal */
export const asNamedFile = async (answer: Response): Promise<unknown> => {
  const found = await asObjectUrl(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return answer.ok ? { url: found, name } : found;
};
