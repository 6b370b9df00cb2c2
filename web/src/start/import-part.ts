export const importPart = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);
