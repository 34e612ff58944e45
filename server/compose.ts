import { type Config, secretOf } from './config.ts'
import { type Database, openDatabase } from './db/client.ts'
import { createFloor } from './db/floor.ts'
import type { HouseDatabase } from './db/open.ts'
import { openReads, type Reads } from './db/reads.ts'
import { listenForStale } from './db/stale.ts'
import { studioNewsChannel } from './db/studio-news.ts'
import {
  createPasswords,
  createSessionFinder,
  isSeenDue,
  noteSeen,
  readDemoCodes,
  refuseDemoMembers,
  removePictureFile,
  sendPasswordLink,
} from './domains/accounts/index.ts'
import { keepSchedules } from './domains/contents/index.ts'
import { encodeAsset, protectLater } from './domains/media/index.ts'
import {
  admit,
  createKeyIssuer,
  createMediaAuthorization,
  createRenewing,
  type StreamsOf,
} from './domains/playback/index.ts'
import { closeInquiries } from './domains/customer-services/index.ts'
import {
  cancelStray,
  forgetCard,
  leaveMoney,
  createEntitlementFinder,
  type MoneyParts,
  readStreamLimit,
  settleOrderJob,
  settleRefundJob,
} from './domains/transactions/index.ts'
import { createNames, type Names, searchTag } from './domains/search/index.ts'
import { createRecorder, createVisits, type Visits } from './domains/watching/index.ts'
import { uploadBooks } from './domains/studio/index.ts'
import { readAssets } from './http/assets.ts'
import { createCalls } from './http/calls.ts'
import { handlerTable } from './handler-table.ts'
import { createFileRoutes } from './http/files.ts'
import { HotFiles } from './http/hot-files.ts'
import { createKeyRequests } from './http/key-requests.ts'
import { mountOutbox } from './http/outbox.ts'
import { createPages } from './http/pages.ts'
import { PreparedCache } from './http/prepared.ts'
import { createHttp, type Http, type Middleware } from './http/server.ts'
import { createSockets, type Sockets } from './http/socket.ts'
import { createUploadRoute } from './http/uploads/route.ts'
import type { FindSession } from './http/who.ts'
import type { JobWork } from './jobs/catalogue.ts'
import { hasOutbox } from './messages/local-outbox.ts'
import type { Metrics } from './metrics/registry.ts'
import { servingMetrics } from './metrics/serving.ts'
import { createSending } from './messages/send.ts'
import { createPayments } from './outside/payments/index.ts'
import { createFiles } from './outside/files/index.ts'
import { createIdentity } from './outside/identity/index.ts'
import { systemClock, type Clock } from './kernel/clock.ts'
import { createGrants } from './kernel/grants.ts'
import { createSealing } from './kernel/sealing.ts'
import type { Log } from './kernel/log.ts'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'

/** Folders below the data folder, and the files of the site: in those, or, with these for work, in S3. */
export function foldersOf(config: Pick<Config, 'data_dir' | 'media_dir' | 's3'>) {
  const folders = {
    media_dir: config.media_dir,
    images_dir: join(config.data_dir, 'images'),
    uploads_dir: join(config.data_dir, 'uploads'),
    attachments_dir: join(config.data_dir, 'attachments'),
  }
  return { ...folders, files: createFiles(config.s3, folders) }
}

/** Public answers are made again at most this often while nothing tells that they changed: counters move. */
const refreshAfter = 30_000

export type PagesSource = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** What the build made for browsers; none while developing. */
  client_dir?: string
  development?: Middleware
}

export type ServerHouse = {
  http: Http
  database: Database
  reads: Reads
  sockets: Pick<Sockets, 'count'>
  visits: Pick<Visits, 'drain'>
  names: Pick<Names, 'start'>
  metrics: Metrics
  ready(): Promise<boolean>
  /** Says on `/readyz` that it is about to go, and serves on. */
  drain(): void
  close(): Promise<void>
}

/** Puts the serving half together. This file is the one that knows everything. */
export async function composeServer(
  config: Config,
  addresses: Pick<HouseDatabase, 'url'>,
  parts: { log: Log; clock?: Clock; pages?: PagesSource; streams_of?: StreamsOf },
): Promise<ServerHouse> {
  const { log } = parts
  const clock = parts.clock ?? systemClock
  const database = openDatabase(addresses.url, {
    connections: config.database_connections,
    name: 'hanpyeon server',
    onError: (error) => log.warn({ error: error.message }, 'database lost a connection'),
  })
  if (!config.alone && config.demo_accounts === 'refuse')
    await refuseDemoMembers(database.db).catch(async (fault: unknown) => {
      await database.close()
      throw fault
    })
  // Only a proxy leads here from that address: limits of an address, such as 20 codes an hour, would be everybody's.
  if (config.local && !config.alone && config.trust_proxy === 0)
    log.warn('TRUST_PROXY is not set: all who come by the proxy count as one address')
  const floor = createFloor(() => stale.position())
  const reads = openReads(database, config.database_replica_url, {
    floor,
    connections: config.database_connections,
    name: 'hanpyeon server',
    answer_within: 1_000,
    onTurn: (why) => (why ? log.warn({ why }, 'replica not read') : log.info('replica read')),
  })
  const prepared = new PreparedCache({ limit: config.prepared_bytes, max_age: refreshAfter })
  const findSession = createSessionFinder(database)
  const findCaller: FindSession = async (token) => {
    const now = clock.now()
    const session = await findSession(token, now)
    // Beside the answer: nobody waits for it, and a failure costs nothing.
    if (session && isSeenDue(session, now))
      database
        .transact((tx) => noteSeen(tx, session.id, now))
        .catch((error: unknown) => log.warn({ error: (error as Error).message }, 'session seen'))
    return session
  }
  const recorder = createRecorder({
    ...database,
    ...{ clock, log },
    admit: (questions, now) => admit(database.db, questions, now),
    renew: createRenewing(),
  })
  const sealing = createSealing(secretOf(config, 'personal'))
  const visits = createVisits({ ...database, ...{ sealing, clock, log } })
  const sockets = createSockets({
    ...{ recorder, clock, log },
    findSession: findCaller,
    origins: config,
    limits: config.rate_limits,
  })
  const names = createNames({
    url: addresses.url,
    replica_url: config.database_replica_url,
    log,
    onFresh: () => prepared.stale([searchTag]),
  })
  // Never 0, which is nobody's.
  const holder = randomInt(1, 2 ** 31)
  const authorization = createMediaAuthorization(database)
  const schedules = keepSchedules({ ...database, clock, log })
  const stale = listenForStale(
    addresses.url,
    {
      stale(tags) {
        floor.told()
        prepared.stale(tags)
        authorization.invalidate(tags)
        names.told(tags)
        if (tags.includes('catalogue')) schedules.told()
      },
      all() {
        floor.told()
        prepared.all()
        authorization.invalidateAll()
        names.told(['catalogue', 'series'])
        schedules.told()
        // Once what is read is there again.
        if (stale.connected()) sockets.studioNewsLost()
      },
    },
    log,
    {
      progress: sockets.progress,
      stream_ended: sockets.streamEnded,
      session_ended: sockets.sessionEnded,
      inquiry_answered: sockets.inquiryAnswered,
      [studioNewsChannel]: sockets.studioNews,
    },
    holder,
  )
  const grants = createGrants(secretOf(config, 'grant'))
  const { files, uploads_dir } = foldersOf(config)
  const hot = new HotFiles(config.segment_bytes, files)
  const streams_of: StreamsOf =
    parts.streams_of ?? ((member_id, now) => readStreamLimit(database.db, member_id, now))
  const answerKey = createKeyRequests({
    origins: config,
    findSession: findCaller,
    clock,
    issueKey: createKeyIssuer({ ...database, sealing, streams_of }),
  })
  const handlers = handlerTable({
    grants,
    sealing,
    passwords: createPasswords(),
    site_url: config.site_url,
    ...{ files, uploads_dir },
    forget_files: (folder) => hot.forget(folder),
    identity: createIdentity(config.identity_url),
    closings: [leaveMoney, closeInquiries],
    limits: config.rate_limits,
    money: moneyParts(config, database, { clock, log }),
    streams_of,
    findEntitlement: createEntitlementFinder(database),
    ...{ recorder, visits, names, reads },
    ...{ ...database, clock, log },
  })
  const calls = createCalls({ ...database, reads, holder, clock, prepared, handlers })
  const pages = parts.pages
    ? createPages({
        build: parts.pages.build,
        calls,
        cache: prepared,
        origin: config.site_url,
        payment_script: config.gateway?.script_url,
        mode: parts.pages.development ? 'development' : 'production',
      })
    : undefined
  const uploads = createUploadRoute({
    url: addresses.url,
    uploads_dir,
    max_bytes: config.upload_bytes,
    studio: uploadBooks({ ...database, ...foldersOf(config), clock, log }),
    origins: config,
    findSession: findCaller,
    ...{ clock, log },
  })
  let stopping = false
  const isReady = () => !stopping && stale.connected()
  const ready = async () =>
    isReady() &&
    database.pool.query('select 1').then(
      () => true,
      () => false,
    )
  const metrics = servingMetrics({
    pool: database.pool,
    ...{ reads, prepared, files: hot, sockets, recorder, names, isReady },
  })
  const http = await createHttp({
    reads,
    log,
    calls,
    pages,
    prepared,
    assets: parts.pages?.client_dir ? readAssets(parts.pages.client_dir) : new Map(),
    files: createFileRoutes({
      ...{ files: hot, source: files, grants, clock, answerKey },
      authorize: (audience, folder, name) =>
        authorization.authorize(audience, folder, name, clock.now()),
    }),
    metrics,
    rate_limits: config.rate_limits,
    site_url: config.site_url,
    origins: config,
    findSession: findCaller,
    ...{ sockets, uploads, ready },
    ...(parts.pages?.development ? { development: parts.pages.development } : {}),
    // D-21
    ...(hasOutbox(config)
      ? {
          outbox: (app) =>
            mountOutbox(app, {
              ...database,
              readCodes: () => readDemoCodes(database.db, sealing, clock.now()),
            }),
        }
      : {}),
  })
  await stale.start()
  await reads.look()
  return {
    http,
    database,
    reads,
    sockets,
    visits,
    names,
    metrics,
    ready,
    drain() {
      stopping = true
      http.drain()
    },
    async close() {
      stopping = true
      // Together: who asks while sockets are being closed is sent to another server at once, by finding nobody here.
      await Promise.all([uploads.close(), http.close(), sockets.close()])
      await recorder.stop()
      await visits.stop()
      await stale.stop()
      await schedules.stop()
      await names.stop()
      await reads.close()
      await database.close()
    },
  }
}

/** What the domain of money is given, serving and working. */
export const moneyParts = (
  config: Config,
  database: Database,
  parts: { clock: Clock; log: Log },
): MoneyParts => ({
  ...database,
  ...parts,
  payments: createPayments(config.gateway, parts.log),
  sealing: createSealing(secretOf(config, 'personal')),
  limits: config.rate_limits,
  site_url: config.site_url,
})

/** Puts the working half together: what each job of the catalogue does. `seed` works the demonstration's. */
export function composeWork(
  config: Config,
  database: Database,
  parts: { log: Log; clock?: Clock; demo: Pick<JobWork, 'draw_demo_work' | 'make_demo_film'> },
): JobWork {
  const clock = parts.clock ?? systemClock
  const sealing = createSealing(secretOf(config, 'personal'))
  const send = createSending({ ...database, ...config, clock, log: parts.log })
  const money = moneyParts(config, database, { clock, log: parts.log })
  return {
    ...parts.demo,
    send_message: ({ message_id }) => send(message_id),
    remove_picture: ({ key }) => removePictureFile(foldersOf(config).files, key),
    send_password_link: ({ email }) => sendPasswordLink({ ...database, ...config, clock }, email),
    settle_order: ({ order_id }) => settleOrderJob(money, order_id),
    forget_card: ({ card_id }) => forgetCard(money, card_id),
    settle_refund: ({ refund_id }) => settleRefundJob(money, refund_id),
    cancel_stray: ({ stray_id }) => cancelStray(money, stray_id),
    encode_asset: ({ asset_id }, tools) =>
      encodeAsset(
        { ...database, ...foldersOf(config), sealing, clock, log: parts.log },
        asset_id,
        tools,
      ),
    protect_asset: ({ asset_id }, { signal }) =>
      protectLater({ ...database, ...foldersOf(config), sealing }, asset_id, signal),
  }
}
