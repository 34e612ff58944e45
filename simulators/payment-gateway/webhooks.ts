import type { GatewayStore, Webhook } from './store.ts'
import type { FaultInjector } from './fault-injection.ts'
import { randomUUID } from 'node:crypto'

/** Minutes between one attempt and the next, when the one was not answered with 200. */
export const retryMinutes = [1, 4, 16, 64, 256, 1_024, 4_096] as const
const patience = 10_000

export type Webhooks = {
  /** Queues an event; it goes out with the next `deliver`. */
  emit(eventType: string, data: unknown): void
  /** Sends what is due, one after the other. @returns how many were taken with 200. */
  deliver(): Promise<number>
}

/** @param address where to; while there is none, events are dropped as an account without a webhook drops them. */
export function createWebhooks(parts: {
  books: Pick<GatewayStore, 'webhook'>
  faults: FaultInjector
  now: () => Date
  address: () => string | undefined
}): Webhooks {
  const { books, faults, now } = parts
  const queue = (event: Webhook['event']) =>
    books.webhook.put(randomUUID(), { event, due_at: now().toISOString(), sent: 0 })
  let delivering: Promise<number> | undefined

  async function deliverDue(): Promise<number> {
    const due = [...books.webhook.entries()]
      .filter(([, { due_at }]) => Date.parse(due_at) <= now().getTime())
      .toSorted(([, a], [, b]) => Date.parse(a.due_at) - Date.parse(b.due_at))
    const disorder = faults.count('disordered_webhooks')
    if (disorder > 0) {
      if (due.length < disorder) return 0
      while (faults.takeWebhook('disordered_webhooks'));
      due.reverse()
    }
    let taken = 0
    for (const [id, webhook] of due) if (await send(id, webhook)) taken++
    return taken
  }

  async function send(id: string, webhook: Webhook): Promise<boolean> {
    const address = parts.address()
    if (!address) {
      books.webhook.remove(id)
      return false
    }
    const ok = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'tosspayments-webhook-transmission-id': id,
        'tosspayments-webhook-transmission-time': now().toISOString(),
        'tosspayments-webhook-transmission-retried-count': String(webhook.sent),
      },
      body: JSON.stringify(webhook.event),
      signal: AbortSignal.timeout(patience),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status === 200
      },
      () => false,
    )
    const minutes = retryMinutes[webhook.sent]
    if (ok || minutes === undefined) books.webhook.remove(id)
    else {
      const due_at = new Date(now().getTime() + minutes * 60_000).toISOString()
      books.webhook.put(id, { ...webhook, sent: webhook.sent + 1, due_at })
    }
    return ok
  }

  return {
    emit(eventType, data) {
      const event = { eventType, createdAt: now().toISOString(), data: structuredClone(data) }
      queue(event)
      if (faults.takeWebhook('duplicate_webhooks')) queue(event)
    },
    deliver: () =>
      (delivering ??= deliverDue().finally(() => {
        delivering = undefined
      })),
  }
}

/** Where the product takes webhooks: what one would enter in the gateway's console. */
export const webhookPath = '/api/transactions/webhooks/toss/'
