/** The pressed key. On layouts without Latin letters, such as the Russian one, its place on the keyboard decides. */
export const pressedKey = ({ key, code }: KeyboardEvent): string => {
  if (key.length > 1) return key;
  return key > '~' ? code.replace(/^Key/, '').toLowerCase() : key.toLowerCase();
};
