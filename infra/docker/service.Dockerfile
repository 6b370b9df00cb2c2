# Builds any part of the shop: --build-arg PART=services/orders (or gateway, infra/paypal-simulator, infra/mail-inbox).
FROM node:22-bookworm-slim AS built
WORKDIR /shop
COPY . .
RUN npm ci --include=dev --no-audit --no-fund && npx tsc -b && npm run build -w @shop/web

FROM node:22-bookworm-slim
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
RUN npm ci --omit=dev --no-audit --no-fund --workspace ${PART} && rm -rf /root/.npm && install -d -o node -g node /data
USER node
# the shell is replaced at once, so that SIGTERM reaches node
CMD ["sh", "-c", "exec node ${PART}/dist/main.js"]
