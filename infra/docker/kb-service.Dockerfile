# kb-service and its command line, `kb`: docs/docker.md. The other service's image is built alike.

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
RUN npm install --global pnpm@12.21.0
WORKDIR /build
# Dependencies first, so that they are cached until the lock file changes.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --prefer-offline
RUN node_modules/.bin/tsc -b services/kb-service && node infra/build/copy-assets.ts
# Optional dependencies are for laptops, such as the embedded PostgreSQL.
RUN pnpm --filter @guidepost/kb-service deploy --prod --no-optional /opt/guidepost
# The list of these packages (CycloneDX).
RUN pnpm --filter @guidepost/kb-service sbom --sbom-format cyclonedx --sbom-type application --prod --no-optional \
  --out /opt/guidepost/sbom.cdx.json
COPY infra/docker/check-health.mjs /opt/guidepost/
# A small heap: docs/decisions/0073-memory.md.
RUN printf '%s\n' '#!/bin/sh' 'exec node --max-semi-space-size=4 --heap-growing-percent=40 /opt/guidepost/dist/cli/main.js "$@"' > /usr/local/bin/kb \
  && chmod 755 /usr/local/bin/kb

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
COPY --from=build /opt/guidepost /opt/guidepost
COPY --from=build /usr/local/bin/kb /usr/local/bin/kb
USER node
WORKDIR /opt/guidepost
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=5s --start-period=5m --start-interval=1s \
  CMD node check-health.mjs "${KB_PORT:-4010}"
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=40", "dist/main.js"]
