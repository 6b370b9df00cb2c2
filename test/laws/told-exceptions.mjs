/** An exception to a rule of the linter says why it is one: `eslint-disable-next-line some-rule -- the reason`. */
export const toldExceptions = {
  meta: { type: 'suggestion', schema: [], messages: { untold: 'Say why the rule does not hold here: -- the reason' } },
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments())
        if (/^\s*eslint-disable/.test(value) && !/\s--\s+\S/.test(value)) context.report({ loc, messageId: 'untold' });
    },
  }),
};
