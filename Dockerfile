# The shop in one image: docker build --tag lacquer . && docker run --publish 3000:3000 --volume lacquer:/data lacquer
# All settings are environment variables (README.md, Settings).
#
# A tag may be another image tomorrow. No digests stand here because none could be checked when this was written. Pin both:
#   docker buildx imagetools inspect node:24-bookworm-slim --format '{{.Manifest.Digest}}'
#   docker build --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:… --build-arg BASE_IMAGE=debian:bookworm-slim@sha256:… .
# and pin again for each update of Debian, because a pinned image gets no security updates.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS built
WORKDIR /srv/lacquer
# The Node that npm installs needs libatomic, which slim images do not have.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
# A layer of its own: packages are installed again only when they change. One of them is the Node that runs the shop.
COPY package.json package-lock.json ./
COPY scripts/trim-packages.cjs scripts/
RUN npm ci
COPY . .
# Without a git repository the files in the archive get this time.
RUN SOURCE_DATE_EPOCH=0 npm run release && mkdir /srv/release && tar --extract --file release/lacquer-*.tar.gz --directory /srv/release --strip-components=1

FROM ${BASE_IMAGE}
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 lacquer && install --directory --owner=lacquer --mode=700 /data /backups /var/cache/lacquer
COPY --from=built /srv/release /srv/lacquer
RUN ln --symbolic /srv/lacquer/lacquer /usr/local/bin/lacquer
USER lacquer
WORKDIR /data
# With the compile cache the shop starts in half the time.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/var/cache/lacquer
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["/srv/lacquer/node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# After SIGTERM, Docker's default, running requests finish and the shop ends within ten seconds: docker stop --time 15
CMD ["lacquer"]
