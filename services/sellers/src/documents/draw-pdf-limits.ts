/** This many PDFs are drawn at a time; others wait. */
export const AT_ONCE = 1;
/** The most memory of one drawing process. AT_ONCE of them fit into the container (docker-compose.yml, infra/k8s/base/sellers). */
export const MOST_BYTES = 768 * 1024 * 1024;
