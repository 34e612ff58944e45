import { diskFolders, storageFolders } from './shared-dependencies.ts'
import { openValkey } from '#server/adapters/valkey/index.ts'
import { type Config } from '#server/config.ts'
import { type Database, isWritable } from '#server/db/client.ts'
import { createMinReplicaLsn } from '#server/db/replica/min-replica-lsn.ts'
import type { AppDatabase } from '#server/db/embedded/open-database.ts'
import type { ReplicaReader } from '#server/db/replica/replica-reader.ts'
import { listenForNotifications } from '#server/db/notify/notification-listener.ts'
import { memberNoticesChannel, parseNotices } from '#server/db/notify/notify-bus.ts'
import { readDemoCodes } from '#server/domains/accounts/index.ts'
import {
  homeCurationTag,
  lastSeriesId,
  readCategoryIds,
  readSeriesPaths,
  startPublicationScheduler,
} from '#server/domains/contents/index.ts'
import { createKeyIssuer, createMediaAuthorization } from '#server/domains/playback/index.ts'
import { chargeAbandonedAfterMs } from '#server/domains/transactions/index.ts'
import { type SearchIndexClient } from '#server/domains/search/index.ts'
import { type GuestViews } from '#server/domains/watch-history/index.ts'
import {
  createProcessReports,
  type ProcessReports,
  receiveAlerts,
} from '#server/domains/operations/index.ts'
import { createUploadRegistry } from '#server/domains/media/index.ts'
import { loadStaticAssets } from '#server/http/cache/static-assets.ts'
import {
  createEndpointDispatcher,
  type EndpointDispatcher,
} from '#server/http/endpoints/endpoint-dispatcher.ts'
import { isDemonstration, readDemonstrationAccounts } from './demo-data.ts'
import { mailEventsOf } from './mail-events.ts'
import { createMediaFiles } from '#server/http/media-files/media-routes.ts'
import { createKeyRequests } from '#server/http/media-files/key-requests.ts'
import { mountDevRoutes } from '#server/http/dev-tools/dev-routes.ts'
import { createPageLocator } from '#server/http/pages/page-address.ts'
import { createPageRenderer } from '#server/http/pages/render-pages.ts'
import {
  createFixedWindowLimit,
  limitMemberRequests,
} from '#server/http/rate-limit/fixed-window-limit.ts'
import { createHttpServer, type HttpServer } from '#server/http/http-server.ts'
import type { ConnectMiddleware } from '#server/http/http-options.ts'
import type { SocketServer } from '#server/http/sockets/socket-server.ts'
import { createUploadRoute } from '#server/http/uploads/upload-route.ts'
import { isDevOutboxEnabled } from '#server/messages/dev-outbox.ts'
import type { MetricsRegistry } from '#server/metrics/registry.ts'
import { createServerMetrics } from '#server/metrics/server-metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import { type Clock, systemClock } from '#server/shared/clock.ts'
import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import {
  createServices,
  openPrimary,
  openReads,
  type ServerSetup,
  type Services,
} from './server-services.ts'

/** Time in ms that every request has, also without calls to the gateway. */
const minRequestLimitMs = 120_000

export type PagesBuild = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** The client build output; undefined in development. */
  client_dir?: string
  development?: ConnectMiddleware
}

export type ServerApp = {
  http: HttpServer
  database: Database
  reads: ReplicaReader
  sockets: Pick<SocketServer, 'count'>
  guestViews: Pick<GuestViews, 'drain'>
  searchIndex: Pick<SearchIndexClient, 'start'>
  metrics: MetricsRegistry
  /** Reports the state of this process to the health page, after `start`. */
  reports: ProcessReports
  ready(): Promise<boolean>
  receiveAlerts(text: string): Promise<boolean>
  /** Resolves after the cache invalidations of all earlier commits. */
  flushInvalidations(): Promise<void>
  /** Makes `/readyz` fail while requests are still served. */
  drain(): void
  close(): Promise<void>
}

/** Composes the server: the only file, with `server-services.ts`, that depends on every domain and adapter. */
export async function createServerApp(
  config: Config,
  addresses: Pick<AppDatabase, 'url'>,
  options: Omit<ServerSetup, 'config' | 'url' | 'clock'> & { clock?: Clock; pages?: PagesBuild },
): Promise<ServerApp> {
  const { log, clock = systemClock, pages: pagesBuild } = options
  const valkey = valkeyOf(config, log)
  const setup: ServerSetup = { ...options, config, url: addresses.url, clock, valkey }
  const database = await openPrimary(setup)
  const minLsn = createMinReplicaLsn(() => notifications.position())
  const reads = openReads(setup, database, minLsn)
  const services = createServices(setup, database, reads)
  const { guestViews, searchIndex, sockets } = services
  // 0 is reserved as "no process".
  const process_lock_id = randomInt(1, 2 ** 31)
  const authorization = createMediaAuthorization(database)
  const publicationScheduler = startPublicationScheduler({ ...database, clock, log })
  const changed = { database, minLsn, authorization, publicationScheduler, process_lock_id }
  const notifications = listenForChanges(setup, services, changed)
  const calls = createEndpointDispatcher({
    ...database,
    reads,
    process_lock_id,
    max_request_ms: Math.max(minRequestLimitMs, chargeAbandonedAfterMs(services.payments)),
    clock,
    responseCache: services.responseCache,
    handlers: services.modules.endpoints,
  })
  const uploads = createUploads(setup, database, services)
  let stopping = false
  const isReady = () => !stopping && notifications.connected()
  const ready = async () => isReady() && isWritable(database.pool)
  const metrics = createMetrics(setup, database, reads, services, isReady)
  const reports = createProcessReports(
    { ...database, clock, log, metrics },
    { kind: 'server', port: config.port },
  )
  const http = await createHttpServer({
    ...httpOptionsOf(setup, database, services, pagesBuild),
    sitemap: sitemapSource(reads),
    calls,
    pages: createPages(setup, services, calls, pagesBuild),
    files: createFiles(setup, database, services, authorization),
    metrics,
    uploads,
    ready,
  })
  await notifications.start()
  // Before listening, so that a server that starts during maintenance is closed from its first request on.
  await services.modes.refresh()
  await reads.probe()
  return {
    http,
    database,
    reads,
    sockets,
    guestViews,
    searchIndex,
    metrics,
    reports,
    ready,
    receiveAlerts: (text) => receiveAlerts({ ...database, clock }, text),
    flushInvalidations: async () => void (await notifications.position()),
    drain() {
      stopping = true
      http.drain()
    },
    async close() {
      stopping = true
      // Concurrently, so that clients of closed sockets cannot reconnect here and use another server.
      await Promise.all([uploads.close(), http.close(), sockets.close()])
      services.modes.stop()
      const parts = [reports, services.recorder, guestViews, notifications, publicationScheduler]
      for (const part of [...parts, searchIndex]) await part.stop()
      for (const store of [reads, database]) await store.close()
      await valkey?.stop()
    },
  }
}

const valkeyOf = ({ valkey_url }: Config, log: Logger) =>
  valkey_url ? openValkey(valkey_url, log) : undefined

const createMetrics = (
  { config, valkey }: ServerSetup,
  { pool }: Database,
  reads: ReplicaReader,
  { fileCache: files, ...services }: Services,
  isReady: () => boolean,
) =>
  createServerMetrics({
    ...services,
    pool,
    reads,
    valkey,
    files,
    isReady,
    folders: diskFolders(config),
  })

const sitemapSource = ({ db }: ReplicaReader) => ({
  readCategoryIds: () => readCategoryIds(db),
  readLastSeriesId: () => lastSeriesId(db),
  readSeriesPaths: (from: number, to: number) => readSeriesPaths(db, from, to),
})

const createUploads = (
  { config, url, clock, log }: ServerSetup,
  database: Database,
  { uploads_dir, findCaller }: Services,
) =>
  createUploadRoute({
    url,
    uploads_dir,
    max_bytes: config.max_upload_bytes,
    studio: createUploadRegistry({ ...database, ...storageFolders(config), clock, log }),
    origins: config,
    findSession: findCaller,
    clock,
    log,
  })

/** Invalidates what this process keeps in memory when another one has changed it. */
function listenForChanges(
  { url, log }: ServerSetup,
  {
    responseCache,
    absent,
    searchIndex,
    recommender,
    sockets,
    modules,
    modes,
    receiveNotice,
    resumePositions,
  }: Services,
  {
    database,
    minLsn,
    authorization,
    publicationScheduler,
    process_lock_id,
  }: {
    database: Database
    minLsn: ReturnType<typeof createMinReplicaLsn>
    authorization: ReturnType<typeof createMediaAuthorization>
    publicationScheduler: ReturnType<typeof startPublicationScheduler>
    process_lock_id: number
  },
) {
  const notifications = listenForNotifications(
    url,
    {
      invalidate(tags) {
        minLsn.recordChange()
        responseCache.invalidate(tags)
        authorization.invalidate(tags)
        absent?.forget()
        searchIndex.invalidate(tags)
        recommender.invalidate(tags)
        if (tags.includes('catalogue') || tags.includes(homeCurationTag))
          publicationScheduler.invalidate()
      },
      all() {
        void modes.refresh()
        minLsn.recordChange()
        // Without a connection nothing could be read instead: what is in memory is served, for as long as it may be outdated.
        if (notifications.connected()) responseCache.invalidateAll()
        authorization.invalidateAll()
        absent?.forget()
        searchIndex.invalidate(['catalogue', 'series'])
        recommender.invalidateAll()
        publicationScheduler.invalidate()
        // Only when the connection is back: pages then request the current state.
        if (notifications.connected()) sockets.requestStudioResync()
      },
    },
    log,
    {
      ...modules.notifications,
      [memberNoticesChannel](payload) {
        const isFollowed = (id: number) => sockets.hasMember(id) || resumePositions.isAsking(id)
        for (const notice of parseNotices(payload, isFollowed)) receiveNotice(notice)
      },
    },
    process_lock_id,
    database.dropConnections,
  )
  return notifications
}

/** Options of the HTTP server that follow from the services alone. */
function httpOptionsOf(
  { config, clock, log }: ServerSetup,
  database: Database,
  services: Services,
  pagesBuild: PagesBuild | undefined,
) {
  const { responseCache, limits, findCaller, elapsed, encryption, sockets } = services
  return {
    log,
    clock,
    responseCache,
    assets: pagesBuild?.client_dir ? loadStaticAssets(pagesBuild.client_dir) : new Map(),
    limits,
    locatePage: pageLocator(pagesBuild),
    site_url: config.site_url,
    origins: config,
    maintenance: services.modes.maintenance,
    findSession: config.rate_limits
      ? limitMemberRequests(
          findCaller,
          createFixedWindowLimit('calls', elapsed, { shared: services.sharedCounts }),
          elapsed,
        )
      : findCaller,
    sockets,
    ...(pagesBuild?.development ? { development: pagesBuild.development } : {}),
    ...(config.mail_events_secret
      ? { mailEvents: mailEventsOf(config.mail_events_secret, database, encryption, clock) }
      : {}),
    ...(isDevOutboxEnabled(config)
      ? {
          outbox: (app: FastifyInstance) =>
            mountDevRoutes(app, {
              ...database,
              readCodes: () => readDemoCodes(database.db, encryption, clock.now()),
              ...(isDemonstration(config)
                ? {
                    readAccounts: () =>
                      readDemonstrationAccounts(database.db, encryption, clock.now()),
                  }
                : {}),
            }),
        }
      : {}),
  }
}

/** Creates what serves films and images. */
function createFiles(
  { config, clock }: ServerSetup,
  database: Database,
  services: Services,
  authorization: ReturnType<typeof createMediaAuthorization>,
) {
  const { encryption, readStreamLimit, findCaller, fileCache, files, mediaTokens } = services
  const issueKey = createKeyRequests({
    origins: config,
    findSession: findCaller,
    clock,
    issueKey: createKeyIssuer({ ...database, encryption, readStreamLimit }),
  })
  return createMediaFiles({
    files: fileCache,
    source: files,
    mediaTokens,
    site_url: config.site_url,
    clock,
    issueKey,
    authorize: (audience, folder, name) =>
      authorization.authorize(audience, folder, name, clock.now()),
  })
}

/** Creates the renderer of pages; undefined without a build. */
function createPages(
  { config }: ServerSetup,
  { responseCache }: Services,
  calls: EndpointDispatcher,
  pagesBuild: PagesBuild | undefined,
) {
  return pagesBuild
    ? createPageRenderer({
        build: pagesBuild.build,
        calls,
        cache: responseCache,
        origin: config.site_url,
        payment_script: config.gateway?.script_url,
        identity_url: config.identity_window_url,
        media_origins: config.media_edge_urls,
        mode: pagesBuild.development ? 'development' : 'production',
        is_demonstration: isDemonstration(config),
      })
    : undefined
}

/** In development the build changes, so pages are rendered at their own URL. */
function pageLocator(pages: PagesBuild | undefined): (address: string) => string {
  if (!pages || pages.development || typeof pages.build === 'function') return (address) => address
  return createPageLocator(pages.build)
}
