import { Refusal } from '@shop/http';
import type { RequestHandler } from 'express';
import { z } from 'zod';

/** An action that operators may start: like an admin's call, but for the holder of the service's token. */
export type Operation = { name: string; run: (body: unknown) => Promise<unknown> };

/** Declares an operation with a form for its input. `run` gets the checked input. */
export const operation = <Form extends z.ZodType>(
  name: string,
  form: Form,
  run: (input: z.output<Form>) => Promise<unknown>,
): Operation => ({ name, run: (body) => run(form.parse(body ?? {})) });

/** POST /operations/:name with JSON: 200 with the result, 400 with the field, 404 for an unknown one, or a refusal. */
export const runOperation =
  (operations: readonly Operation[]): RequestHandler<{ name: string }> =>
  async (req, res) => {
    const match = operations.find(({ name }) => name === req.params.name);
    if (!match) return void res.status(404).json({ error: `There is no operation ${req.params.name} here.` });
    try {
      res.json((await match.run(req.body)) ?? {});
    } catch (error) {
      if (error instanceof z.ZodError) return void res.status(400).json({ error: fieldsOf(error) });
      if (error instanceof Refusal) return void res.status(error.status).json({ error: error.message, code: error.code });
      throw error;
    }
  };

const fieldsOf = ({ issues }: z.ZodError) => issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
