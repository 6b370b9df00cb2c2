/** The `responseHandler` for a file that needs more than its address to be fetched. → an object URL, or the refusal */
export const asObjectUrl = async (answer: Response): Promise<unknown> =>
  answer.ok ? URL.createObjectURL(await answer.blob()) : answer.json();

/** An object URL, and the server's name for the file, empty without one. */
export type NamedFile = { url: string; name: string };

/** The `responseHandler` for a file that keeps its own name. → a NamedFile, or the refusal */
export const asNamedFile = async (answer: Response): Promise<unknown> => {
  const found = await asObjectUrl(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return answer.ok ? { url: found, name } : found;
};
