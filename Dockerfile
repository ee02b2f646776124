# The sources, built with the packages of the build. Each install is repeated only when the lock file has changed.
FROM node:24-bookworm-slim AS build
WORKDIR /oja
COPY package.json package-lock.json .npmrc ./
COPY scripts/*.mjs scripts/
RUN node scripts/start.mjs install
COPY . .
RUN node scripts/start.mjs build

# What the built shop runs with. Node is the image's own.
FROM node:24-bookworm-slim AS packages
WORKDIR /oja
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
WORKDIR /oja
COPY --from=packages /oja/node_modules node_modules
COPY . .
COPY --from=build /oja/build build
# The root is read-only: what is written goes to the volumes, what can be lost to /tmp.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/oja-compile
# A new volume has the owner of its folder here.
RUN mkdir /data /backups && chown 1000:1000 /data /backups
VOLUME /data
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# It sets the memory limits of the container and hands SIGTERM on.
CMD ["node", "scripts/start.mjs"]
