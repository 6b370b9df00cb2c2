/**
 * The `responseHandler` for a file that needs more than its address to be fetched.
 * @returns an object URL. A refusal is read as JSON and becomes the error.
 */
export const asObjectUrl = async (answer: Response) =>
  answer.ok ? URL.createObjectURL(await answer.blob()) : (answer.json() as Promise<never>);

/** An object URL, and the server's name for the file, empty without one. */
type NamedFile = { url: string; name: string };

/** The `responseHandler` for a file that keeps its own name. A refusal becomes the error. */
export const asNamedFile = async (answer: Response): Promise<NamedFile> => {
  const url = await asObjectUrl(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return answer.ok ? { url, name } : (url as never);
};
