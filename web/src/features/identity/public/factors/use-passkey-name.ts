import { NewPasskeyForm } from '@shop/contracts/forms';
import { useState, type ChangeEvent } from 'react';
import { focusFirstInvalid } from '#ui/form/focus-first-invalid.ts';

const nameProblem = (name: string) => NewPasskeyForm.shape.name.safeParse(name).error?.issues[0]?.message;

/**
 * The name of a new passkey, and its check. The check comes before the passkey is made, because a passkey that the shop then
 * refuses would stay on the device. The problem appears at the field, which gets the focus.
 */
export function usePasskeyName(first: string) {
  const [name, setName] = useState(first);
  const [problem, setProblem] = useState<string>();
  return {
    name,
    setName,
    isRight: (form: Element): boolean => {
      const nextProblem = nameProblem(name);
      focusFirstInvalid(form, () => setProblem(nextProblem));
      return !nextProblem;
    },
    field: {
      maxLength: 60,
      value: name,
      error: problem,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setName(event.target.value);
        setProblem(undefined);
      },
    },
  };
}
