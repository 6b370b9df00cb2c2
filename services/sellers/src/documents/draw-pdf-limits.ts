/** So many PDFs are drawn at a time; others wait. */
export const AT_ONCE = 1;
/** What one of their processes may take. All of them and the service fit into its container (docker-compose.yml, infra/k8s/base/part). */
export const MOST_BYTES = 608 * 1024 * 1024;
