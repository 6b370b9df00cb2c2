# Builds any part of the shop: --build-arg PART=services/orders (or gateway, infra/paypal-simulator, infra/mail-inbox).
# No package runs a script of its own at its installation: none that runs here needs one.
ARG NODE_IMAGE=node:22-bookworm-slim
FROM ${NODE_IMAGE} AS built
WORKDIR /shop
COPY . .
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund && npx tsc -b && npm run build -w @shop/web

FROM ${NODE_IMAGE}
ARG PART
ENV NODE_ENV=production PART=${PART}
WORKDIR /shop
COPY --from=built /shop/package.json /shop/package-lock.json ./
COPY --from=built /shop/packages packages
COPY --from=built /shop/services services
COPY --from=built /shop/gateway gateway
COPY --from=built /shop/infra infra
COPY --from=built /shop/e2e/package.json e2e/package.json
COPY --from=built /shop/web/package.json web/package.json
COPY --from=built /shop/web/dist web/dist
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund --workspace ${PART} \
  && rm -rf node_modules/@audio/decode-aac node_modules/@audio/decode-ac3 node_modules/@audio/decode-dts /root/.npm \
  && install -d -o node -g node /data
USER node
# the shell is replaced at once, so that SIGTERM reaches node
CMD ["sh", "-c", "exec node ${PART}/dist/main.js"]
