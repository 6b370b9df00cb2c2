// Whether the part of this image serves, by its own health page: HEALTHCHECK of service.Dockerfile and the checks of docker-compose.yml.
const { PART, OPS_PORT = '9090', PORT = '8090', HTTP_PORT = '8025' } = process.env;
const PAGES = {
  'infra/paypal-simulator': `${PORT}/health`,
  'infra/mail-inbox': `${HTTP_PORT}/health`,
};
// The operators' command line runs once: there is nothing to ask.
if (PART !== 'infra/ops') {
  const page = `http://127.0.0.1:${PAGES[PART] ?? `${OPS_PORT}/readyz`}`;
  process.exitCode = await fetch(page).then(
    ({ ok }) => (ok ? 0 : 1),
    () => 1,
  );
}
