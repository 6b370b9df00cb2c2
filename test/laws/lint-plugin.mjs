import globals from 'globals';
import { importLaws } from './import-laws.mjs';
import { reactionNames } from './reaction-names.mjs';

/** Requires a reason for each exception to a rule of the linter: `oxlint-disable-next-line some-rule -- the reason`. */
const toldExceptions = {
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments())
        if (/^\s*(?:ox|es)lint-disable/.test(value) && !/\s--\s+\S/.test(value))
          context.report({ loc, message: 'Say why the rule does not hold here: -- the reason' });
    },
  }),
};

/** `name?: string undefined` says the same thing twice. */
const oneOptional = {
  create: (context) => ({
    ':matches(TSPropertySignature, PropertyDefinition, Identifier)[optional=true] > TSTypeAnnotation > TSUnionType > TSUndefinedKeyword':
      (node) => context.report({ node, message: 'A question mark says already that it may be undefined.' }),
  }),
};

/** One tsconfig has the global names of browsers, for journeys, and of jest, for tests. Servers have neither. */
const strange = new Set(Object.keys({ ...globals.browser, ...globals.jest }).filter((name) => !(name in globals.node)));
const serverNames = {
  create: (context) => ({
    Program(program) {
      for (const { identifier, isTypeReference } of context.sourceCode.getScope(program).through)
        if (!isTypeReference && strange.has(identifier.name))
          context.report({ node: identifier, message: `Servers have no '${identifier.name}'.` });
    },
  }),
};

/** Selects and lists to choose from stand in web/src/ui/form alone, so that all of them look and work alike. */
const formControls = {
  create: (context) => ({
    'JSXOpeningElement[name.name="select"]': (node) =>
      context.report({ node, message: 'The select of the pages is ui/form/Select.' }),
    ':matches(ImportDeclaration, ExportNamedDeclaration, ImportExpression)[source.value="downshift"]': (node) =>
      context.report({ node, message: 'The combobox of the pages is in ui/form/search-select.' }),
    'JSXAttribute[name.name="role"][value.value=/^(?:combobox|listbox)$/]': (node) =>
      context.report({ node, message: 'The combobox of the pages is in ui/form/search-select.' }),
  }),
};

/** The rules of this repository, for the linter. */
export default {
  meta: { name: 'shop' },
  rules: {
    imports: importLaws,
    'form-controls': formControls,
    'told-exceptions': toldExceptions,
    'one-optional': oneOptional,
    'reaction-names': reactionNames,
    'server-names': serverNames,
  },
};
