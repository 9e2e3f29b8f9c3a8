# syntax=docker/dockerfile:1
# Built in one image, run in a smaller one, as the user “node”. The service writes to /data and /tmp only, so the root can be read-only.
# To get the same base image every time, name it by its digest: docs/how-to/install.md says how.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
# The commit for fasti --version: git is not in the image. --build-arg FASTI_COMMIT=$(git rev-parse --short=8 HEAD)
ARG FASTI_COMMIT=
COPY tsconfig.json CHANGELOG.md ./
COPY src ./src
COPY scripts/build.ts scripts/built-files.ts scripts/sbom.ts scripts/stamp.ts scripts/version.ts ./scripts/
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Fasti" \
      org.opencontainers.image.description="An event calendar service" \
      org.opencontainers.image.licenses="MIT"
# Young objects get at most 8 MiB three times over: without it, Node.js takes about 100 MiB more after many requests. The C library gives what
# was freed back to the system, rather than keep it for buffers as large as the largest before.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=4 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 HOST=0.0.0.0 PORT=3000 FASTI_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
RUN ln -s /app/dist/main.js /usr/local/bin/fasti && chmod 755 dist/main.js && install -d -o node -g node -m 0750 /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["serve"]
