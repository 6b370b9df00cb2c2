import ts from 'typescript';
import { placeOfImport } from './place-of-import';

/** Files by their paths, with their text. */
type Sources = Record<string, string>;

/**
 * The exported types that no other file imports, as `file: Name`. Knip counts a type as used when another export of its file names
 * it. `entries`: the files behind the names of our packages.
 */
export function unusedTypes(sources: Sources, entries: Record<string, string> = {}): string[] {
  const exported: { file: string; name: string }[] = [];
  const usedNames = new Set<string>();
  const passedOnBy = new Map<string, string[]>();
  for (const [file, text] of Object.entries(sources)) {
    for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
      if ((ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) && statement.modifiers?.some(isExport))
        exported.push({ file, name: statement.name.text });
      if (!(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) || !statement.moduleSpecifier) continue;
      const { text: specifier } = statement.moduleSpecifier as ts.StringLiteral;
      const path = entries[specifier] ?? placeOfImport(file, specifier) ?? specifier;
      const target =
        ['', '.ts', '.tsx', '/index.ts'].map((ending) => path + ending).find((candidate) => candidate in sources) ?? path;
      if (ts.isExportDeclaration(statement) && !statement.exportClause)
        passedOnBy.set(target, [...(passedOnBy.get(target) ?? []), file]);
      for (const name of namesIn(statement)) usedNames.add(`${target}: ${name}`);
    }
  }
  const isUsed = (file: string, name: string): boolean =>
    usedNames.has(`${file}: ${name}`) ||
    usedNames.has(`${file}: ${WHOLE}`) ||
    (passedOnBy.get(file) ?? []).some((importer) => isUsed(importer, name));
  return exported.filter(({ file, name }) => !isUsed(file, name)).map(({ file, name }) => `${file}: ${name}`);
}

const WHOLE = '*';
const isExport = ({ kind }: ts.ModifierLike) => kind === ts.SyntaxKind.ExportKeyword;

/** The names that an import or re-export takes from the other file. */
function namesIn(statement: ts.ImportDeclaration | ts.ExportDeclaration): string[] {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  if (!clause) return [];
  return ts.isNamedImports(clause) || ts.isNamedExports(clause)
    ? clause.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
    : [WHOLE];
}
