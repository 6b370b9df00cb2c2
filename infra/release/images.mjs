/**
 * The images that the files of compose in `text` take from registries, each pinned by the digest that `digestOf` answers. A variable
 * in `set` names an image in place of the usual one, as it does for compose.
 * → lines of images.env
 */
export function pinnedImages(text, set, digestOf) {
  const usual = new Map([...text.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)].map(([, variable, image]) => [variable, image]));
  return [...usual].map(([variable, image]) => {
    const taken = set[variable] || image;
    return `${variable}=${taken.includes('@') ? taken : `${taken}@${digestOf(taken)}`}`;
  });
}
