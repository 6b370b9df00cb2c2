/** Loads and runs a script of the app by its address. */
export const importPart = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);
