import {
  accountDeletionHooks,
  createPaymentDependencies,
  storageFolders,
} from './shared-dependencies.ts'
import { type Config, resolveSecret } from '#server/config.ts'
import { type Database, isWritable, openDatabase } from '#server/db/client.ts'
import { createMinReplicaLsn } from '#server/db/replica/min-replica-lsn.ts'
import type { AppDatabase } from '#server/db/embedded/open-database.ts'
import { openReplicaReader, type ReplicaReader } from '#server/db/replica/replica-reader.ts'
import { listenForNotifications } from '#server/db/notify/notification-listener.ts'
import {
  createPasswordHasher,
  createSessionFinder,
  isSeenDue,
  readDemoCodes,
  requireNoDemoMembers,
  updateLastSeen,
} from '#server/domains/accounts/index.ts'
import {
  homeCurationTag,
  lastSeriesId,
  readSeriesPaths,
  startPublicationScheduler,
} from '#server/domains/contents/index.ts'
import {
  checkPlaybackEligibility,
  createKeyIssuer,
  createMediaAuthorization,
  createStreamExtender,
  type ReadStreamLimit,
} from '#server/domains/playback/index.ts'
import { createFilmRequests } from '#server/domains/media/index.ts'
import { createRecommender } from '#server/domains/recommendations/index.ts'
import {
  chargeAbandonedAfterMs,
  createEntitlementFinder,
  readStreamLimit,
} from '#server/domains/transactions/index.ts'
import {
  createSearchIndexClient,
  searchCacheTag,
  type SearchIndexClient,
} from '#server/domains/search/index.ts'
import {
  createGuestViews,
  createProgressRecorder,
  type GuestViews,
} from '#server/domains/watch-history/index.ts'
import { createUploadRegistry, recordAnswer } from '#server/domains/studio/index.ts'
import { createAddressRateLimits } from '#server/http/rate-limit/address-rate-limits.ts'
import { loadStaticAssets } from '#server/http/cache/static-assets.ts'
import { createEndpointDispatcher } from '#server/http/endpoints/endpoint-dispatcher.ts'
import { isDemonstration, readDemonstrationAccounts } from './demo-data.ts'
import { createServerModules } from './server-modules.ts'
import { createMediaFiles } from '#server/http/media-files/media-routes.ts'
import { FileCache } from '#server/http/media-files/file-cache.ts'
import { createKeyRequests } from '#server/http/media-files/key-requests.ts'
import { mountDevRoutes } from '#server/http/dev-tools/dev-routes.ts'
import { createPageLocator } from '#server/http/pages/page-address.ts'
import { createPageRenderer } from '#server/http/pages/render-pages.ts'
import { ResponseCache } from '#server/http/cache/response-cache.ts'
import {
  createFixedWindowLimit,
  limitMemberRequests,
} from '#server/http/rate-limit/fixed-window-limit.ts'
import { createHttpServer, type HttpServer } from '#server/http/http-server.ts'
import type { ConnectMiddleware } from '#server/http/http-options.ts'
import { createSocketServer, type SocketServer } from '#server/http/sockets/socket-server.ts'
import { createUploadRoute } from '#server/http/uploads/upload-route.ts'
import type { FindSession } from '#server/http/auth/authenticate-request.ts'
import { isDevOutboxEnabled } from '#server/messages/dev-outbox.ts'
import type { MetricsRegistry } from '#server/metrics/registry.ts'
import { createServerMetrics } from '#server/metrics/server-metrics.ts'
import { rememberAbsent } from '#server/adapters/storage/index.ts'
import { createVirusScanner } from '#server/adapters/services/clamd.ts'
import { createIdentityVerifier } from '#server/adapters/services/identity-verification.ts'
import { type Clock, elapsedBy, systemClock } from '#server/shared/clock.ts'
import { createMediaTokens } from '#server/shared/media-token.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import type { Logger } from '#server/shared/logger.ts'
import { randomInt } from 'node:crypto'
import type { ServerBuild } from 'react-router'

/** Maximum age of cached public responses without an invalidation, in ms: counters change without a notification. */
const refreshAfter = 30_000

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
  ready(): Promise<boolean>
  /** Resolves after the cache invalidations of all earlier commits. */
  flushInvalidations(): Promise<void>
  /** Makes `/readyz` fail while requests are still served. */
  drain(): void
  close(): Promise<void>
}

/** Composes the server: the only file that depends on every domain and adapter. */
export async function createServerApp(
  config: Config,
  addresses: Pick<AppDatabase, 'url'>,
  options: {
    log: Logger
    clock?: Clock
    pages?: PagesBuild
    /** Replaces the limit of concurrent streams of the member's plan. */
    readStreamLimit?: ReadStreamLimit
    /** Minimum time between two writes of watch progress, in ms. Default: 1,000. */
    progress_interval_ms?: number
  },
): Promise<ServerApp> {
  const { log, clock = systemClock, pages: pagesBuild } = options
  const database = openDatabase(addresses.url, {
    connections: config.database_connections,
    name: 'hanpyeon server',
    onError: (error) => log.warn({ error: error.message }, 'database connection lost'),
  })
  if (!config.alone && config.demo_accounts === 'refuse')
    await requireNoDemoMembers(database.db).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
  // Only a proxy connects from a loopback address, so limits per address, such as 20 codes per hour, would be shared.
  if (config.local && !config.alone && config.trust_proxy === 0)
    log.warn('TRUST_PROXY is not set: all clients of the proxy count as one address')
  const minLsn = createMinReplicaLsn(() => notifications.position())
  const reads = openReplicaReader(database, config.database_replica_url, {
    floor: minLsn,
    connections: config.database_connections,
    name: 'hanpyeon server',
    answer_within: 1_000,
    onTurn: (reason) =>
      reason ? log.warn({ reason }, 'replica bypassed') : log.info('replica in use'),
  })
  const responseCache = new ResponseCache({
    limit: config.response_cache_bytes,
    max_age: refreshAfter,
  })
  const findSession = createSessionFinder(database)
  const findCaller: FindSession = async (token) => {
    const now = clock.now()
    const session = await findSession(token, now)
    // Not awaited: the response does not depend on it, and a failure is harmless.
    if (session && isSeenDue(session, now))
      database
        .transact((tx) => updateLastSeen(tx, session.id, now))
        .catch((error: unknown) =>
          log.warn({ error: (error as Error).message }, 'updating last_seen_at failed'),
        )
    return session
  }
  const recorder = createProgressRecorder({
    ...database,
    clock,
    log,
    checkEligibility: (requests, now) => checkPlaybackEligibility(database.db, requests, now),
    extendStreams: createStreamExtender(),
    ...(options.progress_interval_ms && { write_interval_ms: options.progress_interval_ms }),
  })
  const encryption = createEncryption(resolveSecret(config, 'encryption'))
  const guestViews = createGuestViews({ ...database, encryption, clock, log })
  const elapsed = elapsedBy(clock)
  const { files: stored, uploads_dir } = storageFolders(config)
  // Negative lookups are cached for S3 only: there a lookup is a request, in a folder it is cheap.
  const absent = config.s3 && rememberAbsent(stored, elapsed)
  const files = absent ?? stored
  const limits = createAddressRateLimits(config, elapsed, config.rate_limits)
  const sockets = createSocketServer({
    recorder,
    clock,
    log,
    findSession: findCaller,
    origins: config,
    limits: config.rate_limits,
    address_limits: limits,
  })
  const searchIndex = createSearchIndexClient({
    url: addresses.url,
    replica_url: config.database_replica_url,
    log,
    onFresh: () => responseCache.invalidate([searchCacheTag]),
    onTextsLoaded: () => responseCache.invalidate([searchCacheTag]),
  })
  const recommender = createRecommender({ ...database, log })
  const mediaTokens = createMediaTokens(resolveSecret(config, 'media_token'))
  const fileCache = new FileCache(config.media_cache_bytes, files)
  fileCache.admitRead = limits.admitFileRead
  const streamLimit: ReadStreamLimit =
    options.readStreamLimit ?? ((member_id, now) => readStreamLimit(database.db, member_id, now))
  const payments = createPaymentDependencies(config, database, { clock, log })
  const modules = createServerModules({
    ...database,
    clock,
    log,
    encryption,
    mediaTokens,
    files,
    uploads_dir,
    recorder,
    guestViews,
    searchIndex,
    recommender,
    reads,
    sockets,
    requestFilm: createFilmRequests({ ...database, clock, log }),
    passwords: createPasswordHasher(),
    site_url: config.site_url,
    evictFiles: (folder) => fileCache.evict(folder),
    identity: createIdentityVerifier(config.identity_url),
    scanner: createVirusScanner(config.clamd_url, { log }),
    accountDeletionHooks,
    recordAnswer,
    limits: config.rate_limits,
    payments,
    readStreamLimit: streamLimit,
    findEntitlement: createEntitlementFinder(database),
  })
  // 0 is reserved as "no process".
  const process_lock_id = randomInt(1, 2 ** 31)
  const authorization = createMediaAuthorization(database)
  const publicationScheduler = startPublicationScheduler({ ...database, clock, log })
  const notifications = listenForNotifications(
    addresses.url,
    {
      invalidate(tags) {
        minLsn.told()
        responseCache.invalidate(tags)
        authorization.invalidate(tags)
        absent?.forget()
        searchIndex.invalidate(tags)
        recommender.invalidate(tags)
        if (tags.includes('catalogue') || tags.includes(homeCurationTag))
          publicationScheduler.invalidate()
      },
      all() {
        minLsn.told()
        responseCache.invalidateAll()
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
    modules.notifications,
    process_lock_id,
    database.dropConnections,
  )
  const answerKey = createKeyRequests({
    origins: config,
    findSession: findCaller,
    clock,
    issueKey: createKeyIssuer({ ...database, encryption, readStreamLimit: streamLimit }),
  })
  const calls = createEndpointDispatcher({
    ...database,
    reads,
    process_lock_id,
    max_request_ms: Math.max(minRequestLimitMs, chargeAbandonedAfterMs(payments)),
    clock,
    responseCache,
    handlers: modules.endpoints,
  })
  const pages = pagesBuild
    ? createPageRenderer({
        build: pagesBuild.build,
        calls,
        cache: responseCache,
        origin: config.site_url,
        payment_script: config.gateway?.script_url,
        mode: pagesBuild.development ? 'development' : 'production',
        is_demonstration: isDemonstration(config),
      })
    : undefined
  const uploads = createUploadRoute({
    url: addresses.url,
    uploads_dir,
    max_bytes: config.max_upload_bytes,
    studio: createUploadRegistry({ ...database, ...storageFolders(config), clock, log }),
    origins: config,
    findSession: findCaller,
    clock,
    log,
  })
  let stopping = false
  const isReady = () => !stopping && notifications.connected()
  const ready = async () => isReady() && isWritable(database.pool)
  const metrics = createServerMetrics({
    pool: database.pool,
    reads,
    responseCache,
    files: fileCache,
    sockets,
    recorder,
    searchIndex,
    isReady,
  })
  const http = await createHttpServer({
    sitemap: {
      readLastSeriesId: () => lastSeriesId(reads.db),
      readSeriesPaths: (from, to) => readSeriesPaths(reads.db, from, to),
    },
    log,
    calls,
    pages,
    responseCache,
    assets: pagesBuild?.client_dir ? loadStaticAssets(pagesBuild.client_dir) : new Map(),
    files: createMediaFiles({
      files: fileCache,
      source: files,
      mediaTokens,
      clock,
      answerKey,
      authorize: (audience, folder, name) =>
        authorization.authorize(audience, folder, name, clock.now()),
    }),
    metrics,
    limits,
    locatePage: pageLocator(pagesBuild),
    site_url: config.site_url,
    origins: config,
    findSession: config.rate_limits
      ? limitMemberRequests(findCaller, createFixedWindowLimit('calls', elapsed), elapsed)
      : findCaller,
    sockets,
    uploads,
    ready,
    ...(pagesBuild?.development ? { development: pagesBuild.development } : {}),
    ...(isDevOutboxEnabled(config)
      ? {
          outbox: (app) =>
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
  })
  await notifications.start()
  await reads.probe()
  return {
    http,
    database,
    reads,
    sockets,
    guestViews,
    searchIndex,
    metrics,
    ready,
    flushInvalidations: async () => void (await notifications.position()),
    drain() {
      stopping = true
      http.drain()
    },
    async close() {
      stopping = true
      // Concurrently, so that clients of closed sockets cannot reconnect here and use another server.
      await Promise.all([uploads.close(), http.close(), sockets.close()])
      await recorder.stop()
      await guestViews.stop()
      await notifications.stop()
      await publicationScheduler.stop()
      await searchIndex.stop()
      await reads.close()
      await database.close()
    },
  }
}

/** In development the build changes, so pages are rendered at their own URL. */
function pageLocator(pages: PagesBuild | undefined): (address: string) => string {
  if (!pages || pages.development || typeof pages.build === 'function') return (address) => address
  return createPageLocator(pages.build)
}
