import type { BillingAuthParams, PaymentWindowParams } from '#server/adapters/payments/index.ts'
import { createPaymentGateway } from '#server/adapters/payments/index.ts'
import { type Config, paymentScriptUrl } from '#server/config.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import { openGateway } from '../../simulators/payment-gateway/gateway.ts'
import { testCard } from '../../simulators/payment-gateway/test-cards.ts'
import { windowUrl } from '../../simulators/payment-gateway/window/window-url.ts'
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The simulator's settings and its store, which no other process has open. */
export type GatewayBooks = { settings: NonNullable<Config['gateway']>; file: string }

export type PastGateway = Awaited<ReturnType<typeof openPastGateway>>

/**
 * Opens the payment gateway simulator at the time of `clock`, so that both sides have the payments of past weeks in their
 * books. The payments become part of the store with `keep`, after the other side has committed.
 */
export async function openPastGateway(
  { settings, file }: GatewayBooks,
  { clock, log }: { clock: Clock; log: Logger },
) {
  const draft = `${file}.draft`
  await mkdir(dirname(file), { recursive: true })
  await rm(draft, { force: true })
  const port = Number(new URL(settings.base_url).port)
  const gateway = await openGateway({
    ...settings,
    port,
    file: draft,
    clock,
    webhook_url: () => undefined,
  })
  const base_url = gateway.origin
  const script_url = paymentScriptUrl(base_url)

  /** Completes a window without a browser. @returns the parameters that it adds to the return URL. */
  async function complete(window: PaymentWindowParams | BillingAuthParams, card: string) {
    const year = String((clock.now().getUTCFullYear() + 5) % 100).padStart(2, '0')
    const form = { action: 'go', card_number: testCard(card).number, expiry: `12/${year}` }
    const response = await fetch(windowUrl(window), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    const location = response.headers.get('location')
    if (!location) throw new Error(`The payment window responded with ${response.status}`)
    return new URL(location).searchParams
  }

  return {
    payments: createPaymentGateway({ ...settings, base_url, script_url }, log),
    /** @returns the payment key. */
    pay: async (window: PaymentWindowParams) =>
      (await complete(window, 'approve')).get('paymentKey') ?? '',
    /** Registers a card. @param card the name of a test card. @returns the auth key. */
    register: async (window: BillingAuthParams, card: string) =>
      (await complete(window, card)).get('authKey') ?? '',
    async close() {
      // Discards the webhooks, which have no address.
      await gateway.deliver()
      await gateway.close()
    },
    async keep() {
      await appendFile(file, await readFile(draft), { mode: 0o600 })
      await rm(draft)
    },
  }
}
