/** The `responseHandler` for a text, such as a spreadsheet. → the text, or the refusal */
export const asText = (answer: Response): Promise<unknown> => (answer.ok ? answer.text() : answer.json());
