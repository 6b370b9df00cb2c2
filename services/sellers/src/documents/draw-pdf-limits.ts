/** So many PDFs are drawn at a time; others wait. */
export const AT_ONCE = 1;
/** What one of their processes may take. All of them and the service fit into its container (docker-compose.yml, infra/k8s/base/sellers). */
export const MOST_BYTES = 768 * 1024 * 1024;
