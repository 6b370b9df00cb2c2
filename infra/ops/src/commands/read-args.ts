import { parseArgs } from 'node:util';
import { ADMIN_ROLES } from '@shop/contracts/constants';
import { LoginForm, SuspensionForm } from '@shop/contracts/forms';
import { z } from 'zod';
import { SERVICES } from '../services';

const email = z.string('is missing').pipe(LoginForm.shape.email);

export const service = z.enum(SERVICES, `must be one of ${SERVICES.join(', ')}`);

export const OnAccount = z.strictObject({ email });
export const Suspension = OnAccount.extend({ reason: z.string('is missing').pipe(SuspensionForm.shape.reason) });
export const Erasure = OnAccount.extend({
  sure: z
    .boolean()
    .default(false)
    .refine((sure) => sure, 'is missing: this cannot be undone'),
});
export const NewAdmin = OnAccount.extend({
  role: z.enum(ADMIN_ROLES, `must be one of ${ADMIN_ROLES.join(', ')}`).default('owner'),
});

/** Reads and checks a command's options: `--name value`, or `--json` alone for a yes. @throws Error that names the wrong option */
export function readArgs<Form extends z.ZodObject>(form: Form, args: readonly string[]): z.output<Form> {
  const options = Object.fromEntries(
    Object.entries(form.shape).map(([name, field]) => [
      name,
      { type: isFlag(field) ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
  const parseResult = form.safeParse(values);
  if (parseResult.success) return parseResult.data;
  throw new Error(parseResult.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
}

const isFlag = (field: unknown) => field instanceof z.ZodDefault && field.def.innerType instanceof z.ZodBoolean;
