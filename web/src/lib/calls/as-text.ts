/** The `responseHandler` for a text, such as a spreadsheet. A refusal is read as JSON and becomes the error. */
export const asText = (answer: Response) => (answer.ok ? answer.text() : (answer.json() as Promise<never>));
