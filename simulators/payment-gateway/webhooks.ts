import type { GatewayStore, Webhook } from './store.ts'
import type { FaultInjector } from './fault-injection.ts'
import { randomUUID } from 'node:crypto'

/** Minutes between attempts while a webhook is not acknowledged with 200. */
export const retryMinutes = [1, 4, 16, 64, 256, 1_024, 4_096] as const
const requestTimeoutMs = 10_000

export type Webhooks = {
  /** Queues an event for the next `deliver`. */
  emit(eventType: string, data: unknown): void
  /** Sends due webhooks one after the other. @returns the number acknowledged with 200. */
  deliver(): Promise<number>
}

/** @param address target URL; without one, events are discarded, as for an account without a webhook. */
export function createWebhooks(deps: {
  store: Pick<GatewayStore, 'webhook'>
  faults: FaultInjector
  now: () => Date
  address: () => string | undefined
}): Webhooks {
  const { store, faults, now } = deps
  const queue = (event: Webhook['event']) =>
    store.webhook.put(randomUUID(), { event, due_at: now().toISOString(), sent: 0 })
  let delivering: Promise<number> | undefined

  async function deliverDue(): Promise<number> {
    const due = [...store.webhook.entries()]
      .filter(([, { due_at }]) => Date.parse(due_at) <= now().getTime())
      .toSorted(([, a], [, b]) => Date.parse(a.due_at) - Date.parse(b.due_at))
    const disorder = faults.count('disordered_webhooks')
    if (disorder > 0) {
      if (due.length < disorder) return 0
      while (faults.takeWebhook('disordered_webhooks'));
      due.reverse()
    }
    let acknowledged = 0
    for (const [id, webhook] of due) if (await send(id, webhook)) acknowledged++
    return acknowledged
  }

  async function send(id: string, webhook: Webhook): Promise<boolean> {
    const address = deps.address()
    if (!address) {
      store.webhook.remove(id)
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
      signal: AbortSignal.timeout(requestTimeoutMs),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status === 200
      },
      () => false,
    )
    const minutes = retryMinutes[webhook.sent]
    if (ok || minutes === undefined) store.webhook.remove(id)
    else {
      const due_at = new Date(now().getTime() + minutes * 60_000).toISOString()
      store.webhook.put(id, { ...webhook, sent: webhook.sent + 1, due_at })
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

/** The product's webhook path, as it would be entered in the gateway's console. */
export const webhookPath = '/api/transactions/webhooks/toss/'
