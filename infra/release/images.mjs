/**
 * The images in the compose files of `text`, each pinned by its digest from `digestOf`. A variable in `set` replaces the usual
 * image, as in compose.
 * @returns lines of images.env
 */
export function pinnedImages(text, set, digestOf) {
  const usual = new Map([...text.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)].map(([, variable, image]) => [variable, image]));
  return [...usual].map(([variable, image]) => {
    const reference = set[variable] || image;
    return `${variable}=${reference.includes('@') ? reference : `${reference}@${digestOf(reference)}`}`;
  });
}
