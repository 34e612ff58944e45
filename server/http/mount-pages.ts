import { Refusal } from '../kernel/refusals.ts'
import type { AddressLimits } from './address-limits.ts'
import type { SendPrepared } from './mount.ts'
import { canonical } from './page-address.ts'
import type { Pages } from './pages.ts'
import type { Prepared, PreparedCache } from './prepared.ts'
import { createRenderQueue } from './render-queue.ts'
import type { Middleware } from './server.ts'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Mounts the pages: every GET that is no call. While developing, the development server looks first for what it transforms.
 */
export function mountPages(
  app: FastifyInstance,
  pages: Pages,
  parts: {
    prepared: PreparedCache
    send: SendPrepared
    limits: AddressLimits
    locate: (address: string) => string
    development: Middleware | undefined
  },
) {
  const { development, prepared, limits } = parts
  const inTurn = createRenderQueue()

  /** Renders the page, or waits for the rendering under way, which another request pays for. */
  async function render(address: string, request: IncomingMessage): Promise<Prepared> {
    if (prepared.isBeingMade(address)) return (await pages.prepared(address)).entry
    limits.spend(request, 'page')
    return inTurn(limits.networkOf(request), async () => (await pages.prepared(address)).entry)
  }

  app.get('/*', async (request, reply) => {
    if (request.url.startsWith('/api/')) throw new Refusal('not_found')
    if (development && (await takenBy(development, request.raw, reply.raw))) return reply.hijack()
    const address = parts.locate(canonical(request.url))
    const entry = prepared.hit(address) ?? (await render(address, request.raw))
    if (entry.made.status === 200) prepared.alias(request.url, address)
    parts.send(entry, request, reply)
    return reply
  })
}

/** @returns whether the middleware answered by itself. */
function takenBy(
  development: Middleware,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    response.once('close', () => resolve(true))
    development(request, response, () => resolve(false))
  })
}
