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

/** What the payment window adds to the address of the page that it returns to. */
export type WindowApproval = { payment_key: string; order_id: string; amount: number }

/** A customer who goes through the windows without a browser. */
export type Customer = {
  /** The customer agrees in the payment window. @param card one of the test cards, by its name. */
  pay(window: PaymentWindowParams, card?: string): Promise<WindowApproval>
  /** The customer agrees in the window that registers a card. */
  register(
    window: BillingAuthParams,
    card?: string,
  ): Promise<{ auth_key: string; customer_key: string }>
  /** The customer turns back. @returns the page that the window leads to, with its code. */
  turnBack(window: PaymentWindowParams | BillingAuthParams): Promise<URL>
}

/** A payment gateway for a test, with a customer. */
export type TestGateway = Customer & {
  readonly origin: string
  /** What a shop's page opens its windows with. */
  readonly script_url: string
  readonly faults: Gateway['faults']
  /** All payments, in the order in which they were begun; those of an order, where one is given. */
  payments(order_id?: string): TossPayment[]
  transactions(): TossTransaction[]
  /** Books transactions that no payment led to. */
  book(transactions: readonly TossTransaction[]): void
  /** Has webhooks sent to a server. */
  tell(origin: string): void
  /** Sends the webhooks that are due by the clock. @returns how many were taken with 200. */
  deliver(): Promise<number>
  /** How many webhooks wait, due or not. */
  readonly waiting: number
  /** As after a kill -9: what was under way is gone, what was written is there. On the same address. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Opens a gateway that goes by a clock; webhooks go out when they are asked to. */
export async function openTestGateway(clock: Clock): Promise<TestGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-gateway-'))
  let listener: string | undefined
  const open = (port: number) =>
    openGateway({
      ...simulatorCredentials,
      ...{ port, clock },
      file: join(folder, 'gateway.jsonl'),
      webhook_url: () => listener,
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
      [...gateway.books.payment.values()]
        .map(({ payment }) => payment)
        .filter(({ orderId }) => order_id === undefined || orderId === order_id),
    transactions: () => [...gateway.books.transaction.values()],
    book: (transactions) => {
      for (const one of transactions) gateway.books.transaction.put(one.transactionKey, one)
    },
    tell: (to) => void (listener = to + webhookPath),
    deliver: () => gateway.deliver(),
    get waiting() {
      return [...gateway.books.webhook.values()].length
    },
    ...createCustomer(clock),
    async restart() {
      await gateway.close()
      gateway = await open(Number(new URL(origin).port))
      // Lines that were kept open to the one before break when they are used next: not in the middle of a test.
      for (let alive = false; !alive;)
        alive = await fetch(`${origin}/faults`).then(
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

/** A customer by whose calendar cards are valid. */
export function createCustomer(clock: Clock): Customer {
  async function submit(opening: WindowRequest, form: Record<string, string>) {
    const response = await fetch(windowUrl(opening), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    const location = response.headers.get('location')
    if (!location) throw new Error(`The window answered ${response.status}.`)
    return new URL(location)
  }
  const agree = (card: string) => ({
    action: 'go',
    card_number: testCard(card).number,
    expiry: `12/${String((clock.now().getUTCFullYear() + 5) % 100).padStart(2, '0')}`,
  })
  const told = (url: URL, name: string) => {
    const value = url.searchParams.get(name)
    if (value === null) throw new Error(`The window led to ${url.href}.`)
    return value
  }

  return {
    async pay(window, card = 'approve') {
      const url = await submit(window, agree(card))
      return {
        payment_key: told(url, 'paymentKey'),
        order_id: told(url, 'orderId'),
        amount: Number(told(url, 'amount')),
      }
    },
    async register(window, card = 'approve') {
      const url = await submit(window, agree(card))
      return { auth_key: told(url, 'authKey'), customer_key: told(url, 'customerKey') }
    },
    turnBack: (window) => submit(window, { action: 'close' }),
  }
}
