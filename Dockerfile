# The shop in one image: docker build --tag lacquer . && docker run --publish 3000:3000 --volume lacquer:/data lacquer
# Everything is set by environment variables (README.md, Settings).

FROM node:24-bookworm-slim AS built
WORKDIR /srv/lacquer
# Of the packages only where they change. Node itself, the version that the shop runs on, is one of them.
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM debian:bookworm-slim
WORKDIR /srv/lacquer
RUN useradd --system --uid 10001 lacquer && install --directory --owner=lacquer --mode=700 /data
COPY --from=built /srv/lacquer ./
USER lacquer
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM, Docker's default, lets running requests finish within ten seconds: docker stop --time 15
CMD ["node_modules/.bin/node", "server/main.ts"]
