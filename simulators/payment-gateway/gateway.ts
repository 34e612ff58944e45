/**
 * Simulated payment gateway: the API of Toss Payments, its payment window and its webhooks, with injected faults. It
 * shares no state with the product, which calls it like the real gateway.
 */
import { createBillingService } from './billing.ts'
import { type GatewayStore, openGatewayStore } from './store.ts'
import { mountApiRoutes, mountControlRoutes } from './api/api-routes.ts'
import { createFaultInjector, type FaultInjector } from './fault-injection.ts'
import { createIdempotency } from './idempotency.ts'
import { createPaymentService } from './payments.ts'
import { createWebhooks } from './webhooks.ts'
import { mountWindowRoutes } from './window/window-routes.ts'
import { fastify } from 'fastify'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Gateway = {
  origin: string
  faults: FaultInjector
  store: GatewayStore
  /** Sends due webhooks. @returns the number acknowledged with 200. */
  deliver(): Promise<number>
  /** Expires payments that were not confirmed in time; reading them does so too. */
  expire(): void
  close(): Promise<void>
}

/**
 * Starts a gateway on loopback.
 * @param options.port 0 selects a free port.
 * @param options.file the file of the store; without it, the store is in memory.
 * @param options.webhook_url evaluated for each delivery.
 */
export async function openGateway(options: {
  secret_key: string
  client_key: string
  merchant_id: string
  port: number
  file?: string
  clock: { now(): Date }
  webhook_url: () => string | undefined
}): Promise<Gateway> {
  const { secret_key, merchant_id } = options
  const now = () => options.clock.now()
  const closing = new AbortController()
  const store = openGatewayStore(options.file)
  const faults = createFaultInjector()
  const webhooks = createWebhooks({ store, faults, now, address: options.webhook_url })
  const wait = async (ms: number) => {
    await pause(ms, undefined, { signal: closing.signal })
  }
  const simulation = { store, webhooks, now, merchant_id, wait }
  const payments = createPaymentService(simulation)
  const billing = createBillingService(simulation, payments)
  const app = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  mountApiRoutes(app, {
    secret_key,
    payments,
    billing,
    faults,
    idempotent: createIdempotency(store, now),
  })
  mountWindowRoutes(app, { payments, billing, store, now, client_key: options.client_key })
  mountControlRoutes(app, { faults, store, deliver: webhooks.deliver })
  await app.listen({ port: options.port, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    faults,
    store,
    deliver: webhooks.deliver,
    expire: payments.expire,
    async close() {
      closing.abort()
      faults.clear()
      await app.close()
      store.close()
    },
  }
}
