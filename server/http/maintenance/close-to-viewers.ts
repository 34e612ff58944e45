import { trimEndMatching } from '#contract/core/trim-end.ts'
import { routeManifestPath } from '#contract/core/page-query-keys.ts'
import type { Session } from '#server/api/request-context.ts'
import type { Clock } from '#server/shared/clock.ts'
import { type Maintenance, ProblemError } from '#server/shared/problem-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateRequest, type FindSession } from '../auth/authenticate-request.ts'
import type { OriginSettings } from '../auth/origin-check.ts'
import { offlinePath } from '../errors/offline-page.ts'
import { probePaths } from '../request-dispatcher.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether viewers may use the route during maintenance. */
    isOpenInMaintenance?: boolean
  }
}

/**
 * Pages that stay open during maintenance: those on which staff sign in and work, and those to which the gateway's windows
 * return, so that payments in progress are completed.
 */
const openPages = new RegExp(
  [
    '^/studio(?:/|$)',
    '^/accounts(?:/login|/recovery/password/change/.*)?$',
    '^/payments/(?:success|fail)$',
    '^/mypage/(?:plans/card|unregister)/(?:success|fail)$',
    '^/dev/',
  ].join('|'),
)
const openFiles = new Set([...probePaths, routeManifestPath, '/manifest.webmanifest', offlinePath])

/** @param address path and query. */
export function isOpenPage(address: string): boolean {
  const [target = ''] = address.split('?', 1)
  const path = trimEndMatching(target.replace(/(?:\/_)?\.data$/, ''), /\//)
  return openFiles.has(path) || openPages.test(path)
}

/** Bounds of Retry-After in seconds: the end is an estimate. */
const retrySeconds = { min: 30, max: 3_600 }

function maintenanceProblem(maintenance: Maintenance, now: Date): ProblemError {
  const left = Math.ceil((Date.parse(maintenance.ends_at) - now.getTime()) / 1_000)
  return new ProblemError('maintenance', {
    maintenance,
    retry_after: Math.min(Math.max(left, retrySeconds.min), retrySeconds.max),
  })
}

const isStaff = (session: Session | null): boolean =>
  session?.member?.is_staff === true && session.profile?.is_child !== true

/**
 * Answers viewers with 503 during maintenance. Staff who have signed in use everything. Files, sockets and uploads bypass
 * this hook (decisions/0060-maintenance).
 */
export function closeToViewers(
  app: FastifyInstance,
  {
    maintenance,
    origins,
    findSession,
    clock,
  }: {
    maintenance: () => Maintenance | null
    origins: OriginSettings
    findSession: FindSession
    clock: Clock
  },
) {
  const isOpen = ({ url, routeOptions }: FastifyRequest) =>
    routeOptions.config.isOpenInMaintenance ?? (!url.startsWith('/api/') && isOpenPage(url))
  app.addHook('onRequest', async (request) => {
    const current = maintenance()
    if (!current || isOpen(request)) return
    // Without a database no session is found, and staff get the message as well.
    const auth = await authenticateRequest(request.raw, origins, findSession).catch(() => null)
    if (!isStaff(auth?.session ?? null)) throw maintenanceProblem(current, clock.now())
  })
}
