/** The parts of a server that its HTTP server, sockets and notifications share. */
import {
  accountDeletionHooks,
  createPaymentDependencies,
  createPushSender,
  storageFolders,
} from './shared-dependencies.ts'
import { createProviderTrials } from './provider-trials.ts'
import { createServerModules } from './server-modules.ts'
import { rememberAbsent } from '#server/adapters/storage/index.ts'
import {
  type CertificateWatch,
  createCertificateWatch,
} from '#server/adapters/services/certificate.ts'
import {
  createMemberSubscriptions,
  createSharedCounts,
  createValkeyBus,
  type Valkey,
} from '#server/adapters/valkey/index.ts'
import { createVirusScanner } from '#server/adapters/services/clamd.ts'
import { createIdentityVerifier } from '#server/adapters/services/identity-verification.ts'
import { createPortone } from '#server/adapters/services/portone.ts'
import { type Config, resolveSecret } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import type { MinReplicaLsn } from '#server/db/replica/min-replica-lsn.ts'
import { openReplicaReader, type ReplicaReader } from '#server/db/replica/replica-reader.ts'
import {
  createPasswordHasher,
  createSessionFinder,
  isSeenDue,
  requireNoDemoMembers,
  updateLastSeen,
} from '#server/domains/accounts/index.ts'
import { createModeFollower } from '#server/domains/operations/index.ts'
import { createFilmRequests } from '#server/domains/media/index.ts'
import {
  checkPlaybackEligibility,
  createStreamExtender,
  type ReadStreamLimit,
} from '#server/domains/playback/index.ts'
import { createRecommender } from '#server/domains/recommendations/index.ts'
import { createSearchIndexClient, searchCacheTag } from '#server/domains/search/index.ts'
import { createEntitlementFinder, readStreamLimit } from '#server/domains/transactions/index.ts'
import {
  createGuestViews,
  createProgressRecorder,
  createResumePositions,
} from '#server/domains/watch-history/index.ts'
import type { FindSession } from '#server/http/auth/authenticate-request.ts'
import { ResponseCache } from '#server/http/cache/response-cache.ts'
import { FileCache } from '#server/http/media-files/file-cache.ts'
import { createAddressRateLimits } from '#server/http/rate-limit/address-rate-limits.ts'
import { createSocketServer } from '#server/http/sockets/socket-server.ts'
import { type Clock, elapsedBy } from '#server/shared/clock.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { MemberNotice } from '#server/shared/ports/member-bus.ts'
import { createMediaTokens } from '#server/shared/media-token.ts'

/** Maximum age of cached public responses without an invalidation, in ms: counters change without a notification. */
const refreshAfter = 30_000

export type ServerSetup = {
  config: Config
  /** URL of PostgreSQL itself. */
  url: string
  clock: Clock
  log: Logger
  /** Shared by all servers; undefined without `VALKEY_URL`. */
  valkey?: Valkey | undefined
  /** Replaces the limit of concurrent streams of the member's plan. */
  readStreamLimit?: ReadStreamLimit | undefined
  /** Minimum time between two writes of watch progress, in ms. Default: 1,000. */
  progress_interval_ms?: number | undefined
  /** Maximum wait for a connection to the database, and for the search index, in ms. Default: 3,000 and 5,000. */
  max_wait_ms?: number | undefined
}

/** @throws StartupError if the demonstration accounts would be public */
export async function openPrimary(setup: ServerSetup): Promise<Database> {
  const { config, url, log, max_wait_ms, valkey } = setup
  const { database_pool_url } = config
  const database = openDatabase(database_pool_url ?? url, {
    limits: database_pool_url ? 'role' : 'set',
    connections: config.database_connections,
    name: 'hanpyeon server',
    createBus: valkey && ((fallback) => createValkeyBus(valkey, fallback)),
    ...(max_wait_ms && { connect_within: max_wait_ms }),
    onError: (error) => log.warn({ error: error.message }, 'database connection lost'),
  })
  if (!config.is_loopback_only && config.demo_accounts === 'refuse')
    await requireNoDemoMembers(database.db).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
  // Only a proxy connects from a loopback address, so limits per address, such as 20 codes per hour, would be shared.
  if (config.is_loopback_host && !config.is_loopback_only && config.trust_proxy === 0)
    log.warn('TRUST_PROXY is not set: all clients of the proxy count as one address')
  return database
}

/** Opens the reads of public responses, from the replica if there is one. */
export const openReads = (
  { config, log }: ServerSetup,
  database: Database,
  minLsn: MinReplicaLsn,
): ReplicaReader =>
  openReplicaReader(database, config.database_replica_url, {
    floor: minLsn,
    connections: config.database_connections,
    name: 'hanpyeon server',
    answer_within: 1_000,
    onTurn: (reason) =>
      reason ? log.warn({ reason }, 'replica bypassed') : log.info('replica in use'),
  })

export type Services = ReturnType<typeof createServices>

export function createServices(setup: ServerSetup, database: Database, reads: ReplicaReader) {
  const { config, url, clock, log, valkey } = setup
  const responseCache = new ResponseCache({
    limit: config.response_cache_bytes,
    max_age: refreshAfter,
  })
  const findCaller = createCallerFinder(setup, database)
  const recorder = createProgressRecorder({
    ...database,
    clock,
    log,
    checkEligibility: (requests, now) => checkPlaybackEligibility(database.db, requests, now),
    extendStreams: createStreamExtender(),
    ...(setup.progress_interval_ms && { write_interval_ms: setup.progress_interval_ms }),
  })
  const encryption = createEncryption(resolveSecret(config, 'encryption'))
  const sharedCounts = valkey && createSharedCounts(valkey)
  const guestViews = createGuestViews({ ...database, encryption, clock, log, sharedCounts })
  const elapsed = elapsedBy(clock)
  const limits = createAddressRateLimits(config, elapsed, config.rate_limits, sharedCounts)
  const { files, absent, uploads_dir } = openFiles(setup)
  const subscriptions =
    valkey && createMemberSubscriptions(valkey, (notice) => receiveNotice(notice))
  const resumePositions = createResumePositions({ ...database, recorder, subscriptions })
  const sockets = createSocketServer({
    recorder,
    clock,
    log,
    findSession: findCaller,
    origins: config,
    limits: config.rate_limits,
    address_limits: limits,
    subscriptions,
  })
  const searchIndex = createSearchIndexClient({
    url: url,
    replica_url: config.database_replica_url,
    log,
    onFresh: () => responseCache.invalidate([searchCacheTag]),
    onTextsLoaded: () => responseCache.invalidate([searchCacheTag]),
    max_wait_ms: setup.max_wait_ms,
  })
  const recommender = createRecommender({ ...database, log })
  const mediaTokens = createMediaTokens(resolveSecret(config, 'media_token'), {
    previous_secret: config.previous_media_token_secret,
    edge_urls: config.media_edge_urls,
  })
  const fileCache = new FileCache(config.media_cache_bytes, files)
  fileCache.admitRead = limits.admitFileRead
  const streamLimit: ReadStreamLimit =
    setup.readStreamLimit ?? ((member_id, now) => readStreamLimit(database.db, member_id, now))
  const payments = createPaymentDependencies(config, database, { clock, log })
  const certificate = createCertificateWatch(config.site_url, clock)
  const modes = createModeFollower({ ...database, clock, log })
  const services = {
    certificate,
    modes,
    encryption,
    mediaTokens,
    files,
    uploads_dir,
    recorder,
    guestViews,
    searchIndex,
    recommender,
    sockets,
    fileCache,
    payments,
    readStreamLimit: streamLimit,
    sharedCounts,
    resumePositions,
  }
  const modules = createModules(setup, { ...database, reads }, services)
  const receiveNotice = ({ member_id, channel, data }: MemberNotice) =>
    modules.member_notices[channel]?.(data as never, member_id)
  // What was sent while this server was not subscribed is read again by the pages.
  valkey?.onBack(sockets.reconnectMembers)
  return { ...services, receiveNotice, absent, responseCache, findCaller, limits, elapsed, modules }
}

/** Negative lookups are cached for S3 only: there a lookup is a request, in a folder it is cheap. */
function openFiles({ config, clock }: ServerSetup) {
  const { files: stored, uploads_dir } = storageFolders(config)
  const absent = config.s3 && rememberAbsent(stored, elapsedBy(clock))
  return { files: absent ?? stored, absent, uploads_dir }
}

/** Finds the session of a token, and records when it was last seen. */
function createCallerFinder({ clock, log }: ServerSetup, database: Database): FindSession {
  const findSession = createSessionFinder(database)
  return async (token) => {
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
}

type SharedServices = Pick<
  Parameters<typeof createServerModules>[0],
  | 'encryption'
  | 'mediaTokens'
  | 'files'
  | 'uploads_dir'
  | 'recorder'
  | 'guestViews'
  | 'searchIndex'
  | 'recommender'
  | 'sockets'
  | 'payments'
  | 'readStreamLimit'
  | 'modes'
  | 'sharedCounts'
  | 'resumePositions'
> & { fileCache: FileCache; certificate: CertificateWatch }

const createModules = (
  { config, clock, log }: ServerSetup,
  database: Database & { reads: ReplicaReader },
  { fileCache, certificate, ...services }: SharedServices,
) =>
  createServerModules({
    ...database,
    ...services,
    clock,
    log,
    requestFilm: createFilmRequests({ ...database, clock, log }),
    passwords: createPasswordHasher(),
    webPush: createPushSender(config),
    site_url: config.site_url,
    evictFiles: (folder) => fileCache.evict(folder),
    identity: createIdentityVerifier(config.identity_url),
    identity_window: config.identity_window_url ? createPortone(config.identity_window_url) : null,
    verifies_phone: config.verifies_phone,
    scanner: createVirusScanner(config.clamd_url, { log }),
    accountDeletionHooks,
    limits: config.rate_limits,
    findEntitlement: createEntitlementFinder(database),
    trials: createProviderTrials(config, {
      encryption: services.encryption,
      files: services.files,
      gateway: services.payments.payments,
    }),
    health: {
      has_mail: config.smtp_url !== undefined,
      has_sms: config.sms_url !== undefined,
      has_payments: config.gateway !== undefined,
      has_replica: config.database_replica_url !== undefined,
      files: services.files,
      certificate,
    },
  })
