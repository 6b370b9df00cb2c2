/** The `responseHandler` of a call that answers a file, for files that an address alone cannot fetch. → an object URL, or the refusal */
export const asObjectUrl = async (answer: Response): Promise<unknown> =>
  answer.ok ? URL.createObjectURL(await answer.blob()) : answer.json();
