import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { MailEvents } from './endpoints/mail-events-route.ts'
import type { UploadRoute } from './uploads/upload-route.ts'
import type { SocketServer } from './sockets/socket-server.ts'
import type { AddressLimits } from './rate-limit/address-rate-limits.ts'
import type { FindSession } from './auth/authenticate-request.ts'
import type { OriginSettings } from './auth/origin-check.ts'
import type { ResponseCache } from './cache/response-cache.ts'
import type { CachedResponse } from './cache/cached-response.ts'
import type { PageRenderer } from './pages/render-pages.ts'
import type { MediaFiles } from './media-files/media-routes.ts'
import type { EndpointDispatcher } from './endpoints/endpoint-dispatcher.ts'
import type { MetricsRegistry } from '#server/metrics/registry.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Maintenance } from '#server/shared/problem-error.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { SitemapSource } from './pages/sitemap-routes.ts'

/** A Connect middleware, for Vite's development server. */
export type ConnectMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

export type HttpOptions = {
  sitemap: SitemapSource
  log: Logger
  clock: Clock
  calls: EndpointDispatcher
  pages: PageRenderer | undefined
  responseCache: ResponseCache
  assets: ReadonlyMap<string, CachedResponse>
  files: MediaFiles
  metrics: MetricsRegistry
  limits: AddressLimits
  /** Maps a canonical address to the one its page is cached under. */
  locatePage: (address: string) => string
  site_url: string
  origins: OriginSettings
  findSession: FindSession
  /** The maintenance that closes the site to viewers; null while it is open. */
  maintenance(): Maintenance | null
  sockets: Pick<SocketServer, 'upgrade'>
  uploads: UploadRoute
  /** The webhook about mail that did not arrive, if it has a secret. */
  mailEvents?: MailEvents
  /** Mounts the development outbox, if enabled. */
  outbox?: (app: FastifyInstance) => void
  /** Whether all dependencies of this process are available. */
  ready(): Promise<boolean>
  development?: ConnectMiddleware
}
