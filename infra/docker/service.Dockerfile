# Builds any part of the shop: --build-arg PART=services/orders (or gateway, infra/paypal-simulator, infra/mail-inbox). All but the last two
# stages are the same for every part, so that they are built once; a change of source installs nothing again.
# No package runs a script of its own at its installation: none that runs here needs one.
# The base, unless NODE_IMAGE names another image. Updates are proposed only for images that stand in a FROM themselves.
ARG NODE_IMAGE=base
FROM node:26-bookworm-slim AS base

FROM ${NODE_IMAGE} AS manifests
WORKDIR /shop
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS built
WORKDIR /shop
COPY --from=manifests /shop .
RUN --mount=type=cache,id=npm,target=/root/.npm npm ci --ignore-scripts --include=dev --no-audit --no-fund
COPY . .
RUN node infra/local/compile.mjs && npm run build -w @shop/web
# what runs: no source, and of every folder what was built and what names it
RUN find packages services gateway infra -type f ! -path '*/node_modules/*' \
    -path '*/src/*' -delete \
  && find packages services gateway infra -type d -empty ! -path '*/node_modules/*' -delete

FROM ${NODE_IMAGE} AS installed
ARG PART
ENV NODE_ENV=production
WORKDIR /shop
COPY --from=manifests /shop .
# one after the other: side by side they wait for the registry more than they gain
RUN --mount=type=cache,id=npm,target=/root/.npm,sharing=locked \
  npm ci --prefer-offline --ignore-scripts --omit=dev --no-audit --no-fund --workspace ${PART} \
  && rm -rf node_modules/@audio/decode-aac node_modules/@audio/decode-ac3 node_modules/@audio/decode-dts \
  && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM ${NODE_IMAGE}
ARG PART
# MALLOC_*: threads that draw covers or read recordings hand free memory back (infra/local/start.mjs)
ENV NODE_ENV=production PART=${PART} OPS_PORT=9090 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
LABEL org.opencontainers.image.title="${PART}" org.opencontainers.image.licenses="MIT"
WORKDIR /shop
COPY --from=installed /shop .
COPY --from=built /shop/packages packages
COPY --from=built /shop/services services
COPY --from=built /shop/gateway gateway
COPY --from=built /shop/infra infra
COPY --from=built /shop/web/dist web/dist
COPY infra/docker/healthy.mjs infra/docker/
RUN install -d -o node -g node /data
USER node
# a part that starts may take two minutes for its database; one that hangs is ill after as long
HEALTHCHECK --interval=30s --timeout=10s --start-period=2m --start-interval=2s --retries=3 CMD ["node", "infra/docker/healthy.mjs"]
# the shell is replaced at once, so that SIGTERM reaches node
CMD ["sh", "-c", "exec node ${PART}/dist/main.js"]
