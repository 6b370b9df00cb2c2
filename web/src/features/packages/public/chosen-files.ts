/** A file on the user's disk, with its place in the package. */
export type ChosenFile = { path: string; file: File };

/** The files of a file input; those of a folder keep its folders. */
export const filesOf = (list: FileList | null): ChosenFile[] =>
  [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** The files that were dropped, with those of dropped folders at any depth. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  // The entries are gone after the first pause.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return filesOf(files);
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: ChosenFile[] = [];
  // A reader answers at most a hundred entries at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries) files.push(...(await filesIn(entry)));
  }
}
