import type { Clock } from '#server/shared/clock.ts'
import { simulatorCredentials, paymentScriptUrl } from '#server/config.ts'
import type { BillingAuthParams, PaymentWindowParams } from '#server/adapters/payments/index.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TossPayment, TossTransaction } from '../../simulators/payment-gateway/store.ts'
import { testCard } from '../../simulators/payment-gateway/test-cards.ts'
import { type Gateway, openGateway } from '../../simulators/payment-gateway/gateway.ts'
import { webhookPath } from '../../simulators/payment-gateway/webhooks.ts'
import {
  type WindowRequest,
  windowUrl,
} from '../../simulators/payment-gateway/window/window-url.ts'

/** The query parameters that the payment window adds to the return URL. */
export type WindowApproval = { payment_key: string; order_id: string; amount: number }

/** A customer that uses the payment windows without a browser. */
export type Customer = {
  /** Authenticates the payment in the window. @param card the name of a test card. */
  pay(window: PaymentWindowParams, card?: string): Promise<WindowApproval>
  /** Authenticates a card registration in the window. */
  register(
    window: BillingAuthParams,
    card?: string,
  ): Promise<{ auth_key: string; customer_key: string }>
  /** Closes the window. @returns the fail URL with its code. */
  turnBack(window: PaymentWindowParams | BillingAuthParams): Promise<URL>
}

/** A payment gateway for a test, with a customer. */
export type TestGateway = Customer & {
  readonly origin: string
  /** The URL of the browser SDK script. */
  readonly script_url: string
  readonly faults: Gateway['faults']
  /** All payments in order of creation, optionally those of one order. */
  payments(order_id?: string): TossPayment[]
  transactions(): TossTransaction[]
  /** Records transactions that no payment led to. */
  book(transactions: readonly TossTransaction[]): void
  /** Sets the server that receives webhooks. */
  tell(origin: string): void
  /** Sends the webhooks that are due. @returns how many were accepted with 200. */
  deliver(): Promise<number>
  /** The number of queued webhooks, due or not. */
  readonly waiting: number
  /** Restarts as after `kill -9`, on the same address: requests in flight are lost, written state remains. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Opens a gateway on a clock; webhooks are sent only by `deliver`. */
export async function openTestGateway(clock: Clock): Promise<TestGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-gateway-'))
  let webhookOrigin: string | undefined
  const open = (port: number) =>
    openGateway({
      ...simulatorCredentials,
      port,
      clock,
      file: join(folder, 'gateway.jsonl'),
      webhook_url: () => webhookOrigin,
    })
  let gateway = await open(0)
  const { origin } = gateway

  return {
    origin,
    script_url: paymentScriptUrl(origin),
    get faults() {
      return gateway.faults
    },
    payments: (order_id) =>
      [...gateway.store.payment.values()]
        .map(({ payment }) => payment)
        .filter(({ orderId }) => order_id === undefined || orderId === order_id),
    transactions: () => [...gateway.store.transaction.values()],
    book: (transactions) => {
      for (const transaction of transactions)
        gateway.store.transaction.put(transaction.transactionKey, transaction)
    },
    tell: (to) => void (webhookOrigin = to + webhookPath),
    deliver: () => gateway.deliver(),
    get waiting() {
      return [...gateway.store.webhook.values()].length
    },
    ...createCustomer(clock),
    async restart() {
      await gateway.close()
      gateway = await open(Number(new URL(origin).port))
      // Keep-alive connections to the old process fail on their next use, so use them up here.
      for (let isAlive = false; !isAlive;)
        isAlive = await fetch(`${origin}/faults`).then(
          async (response) => Boolean(await response.text()),
          () => false,
        )
    },
    async close() {
      await gateway.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a customer whose cards are valid for five years from the clock's time. */
export function createCustomer(clock: Clock): Customer {
  async function submit(opening: WindowRequest, form: Record<string, string>) {
    const response = await fetch(windowUrl(opening), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    const location = response.headers.get('location')
    if (!location) throw new Error(`the window responded with ${response.status}`)
    return new URL(location)
  }
  const agree = (card: string) => ({
    action: 'go',
    card_number: testCard(card).number,
    expiry: `12/${String((clock.now().getUTCFullYear() + 5) % 100).padStart(2, '0')}`,
  })
  const requiredParameter = (url: URL, name: string) => {
    const value = url.searchParams.get(name)
    if (value === null) throw new Error(`the window redirected to ${url.href}`)
    return value
  }

  return {
    async pay(window, card = 'approve') {
      const url = await submit(window, agree(card))
      return {
        payment_key: requiredParameter(url, 'paymentKey'),
        order_id: requiredParameter(url, 'orderId'),
        amount: Number(requiredParameter(url, 'amount')),
      }
    },
    async register(window, card = 'approve') {
      const url = await submit(window, agree(card))
      return {
        auth_key: requiredParameter(url, 'authKey'),
        customer_key: requiredParameter(url, 'customerKey'),
      }
    },
    turnBack: (window) => submit(window, { action: 'close' }),
  }
}
