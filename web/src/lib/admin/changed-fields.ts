/** The `dirty` fields of a form. An edit sends only these, so that it reverts no change of somebody else. */
export const changedFields = <Fields extends object>(fields: Fields, dirty: object) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => (dirty as Record<string, unknown>)[name])) as Partial<Fields>;
