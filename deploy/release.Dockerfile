# The image of an unpacked release: docker build --file deploy/release.Dockerfile --tag lacquer . (docs/going-live.md)
# A tag may be another image tomorrow: pin it as Dockerfile in the repository describes.
ARG BASE_IMAGE=debian:bookworm-slim
FROM ${BASE_IMAGE}
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 lacquer && install --directory --owner=lacquer --mode=700 /data /backups /var/cache/lacquer
COPY . /srv/lacquer
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
