/**
 * The fields of a form that are `dirty`. An edit sends these alone, so that it takes nothing back of what somebody else changed meanwhile.
 */
export const changedFields = <Fields extends object>(fields: Fields, dirty: object) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => (dirty as Record<string, unknown>)[name])) as Partial<Fields>;
