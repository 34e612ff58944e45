import type { BillingService } from '../billing.ts'
import type { GatewayStore } from '../store.ts'
import { originOf } from '../api/api-routes.ts'
import { behaviourOf, isCardNumber, testCard, type TestCard } from '../test-cards.ts'
import type { PaymentService } from '../payments.ts'
import {
  type InputErrors,
  invalidRequestPage,
  receiptPage,
  sdkScript,
  windowCsp,
  windowPage,
} from './window-page.ts'
import { windowCopy as words } from './window.copy.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'

const returnUrl = z.url({ protocol: /^https?$/ }).max(2_000)
const customer = z.string().regex(/^[A-Za-z0-9_=.@-]{2,300}$/)

const Pay = z.object({
  orderId: z.string().regex(/^[A-Za-z0-9_-]{6,64}$/),
  amount: z.coerce.number().int().min(1).max(1_000_000_000),
  orderName: z.string().min(1).max(100),
  customerKey: customer.optional(),
  successUrl: returnUrl,
  failUrl: returnUrl,
})
const Register = z.object({ customerKey: customer, successUrl: returnUrl, failUrl: returnUrl })
/** Fields of the form, besides the query parameters of the window. */
const Form = z.object({
  action: z.enum(['go', 'close']),
  card_number: z.string().max(40).default(''),
  expiry: z.string().max(10).default(''),
})

/** The query parameters of the shop's success URL. */
const successQuery = (payment: { orderId: string; paymentKey: string; totalAmount: number }) => ({
  paymentType: 'NORMAL',
  orderId: payment.orderId,
  paymentKey: payment.paymentKey,
  amount: String(payment.totalAmount),
})

/** Mounts the payment and billing-auth windows, the browser SDK and receipts. */
export function mountWindowRoutes(
  app: FastifyInstance,
  deps: {
    payments: PaymentService
    billing: BillingService
    store: GatewayStore
    now: () => Date
    client_key: string
  },
): void {
  const { payments, billing, store, now } = deps
  const html = (reply: FastifyReply, page: string, status = 200) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', windowCsp())
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .send(page)
  const redirectTo = (reply: FastifyReply, address: string, query: Record<string, string>) => {
    const url = new URL(address)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return reply.redirect(url.href, 303)
  }
  const canceled = { code: 'PAY_PROCESS_CANCELED', message: words.canceled }

  app.get('/v2/standard', async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(sdkScript(deps.client_key)),
  )

  app.get('/window/pay', async (request, reply) => {
    const order = Pay.safeParse(request.query)
    if (!order.success) return html(reply, invalidRequestPage(), 400)
    // Back from the shop leads to the result of a paid order, not to its window.
    const { orderId, successUrl } = order.data
    const paid = payments.isPaidOrder(orderId) && payments.findOrder(orderId)
    if (paid) return redirectTo(reply, successUrl, successQuery(paid.payment))
    return html(
      reply,
      windowPage({ kind: 'pay', order: order.data, ...defaultCard(expiryFrom(now())) }),
    )
  })
  app.post('/window/pay', async (request, reply) => {
    const order = Pay.safeParse(request.query)
    const form = Form.safeParse(request.body)
    if (!order.success || !form.success) return html(reply, invalidRequestPage(), 400)
    const { orderId, amount, orderName, customerKey, successUrl, failUrl } = order.data
    if (form.data.action === 'close') return redirectTo(reply, failUrl, canceled)
    const card = cardOf(form.data, now())
    if ('faults' in card)
      return html(
        reply,
        windowPage({
          kind: 'pay',
          order: order.data,
          form: form.data,
          expiry: expiryFrom(now()),
          ...card,
        }),
        422,
      )
    if (payments.isPaidOrder(orderId))
      return redirectTo(reply, failUrl, {
        code: 'DUPLICATED_ORDER_ID',
        message: words.paid_before,
        orderId,
      })
    const { payment } = payments.begin({
      order_id: orderId,
      order_name: orderName,
      amount,
      customer_key: customerKey ?? null,
      ...card,
      type: 'NORMAL',
      origin: originOf(request),
    })
    return redirectTo(reply, successUrl, successQuery(payment))
  })

  app.get('/window/card', async (request, reply) => {
    const query = Register.safeParse(request.query)
    if (!query.success) return html(reply, invalidRequestPage(), 400)
    return html(reply, windowPage({ kind: 'card', ...defaultCard(expiryFrom(now())) }))
  })
  app.post('/window/card', async (request, reply) => {
    const query = Register.safeParse(request.query)
    const form = Form.safeParse(request.body)
    if (!query.success || !form.success) return html(reply, invalidRequestPage(), 400)
    const { customerKey, successUrl, failUrl } = query.data
    if (form.data.action === 'close') return redirectTo(reply, failUrl, canceled)
    const card = cardOf(form.data, now())
    if ('faults' in card)
      return html(
        reply,
        windowPage({ kind: 'card', form: form.data, expiry: expiryFrom(now()), ...card }),
        422,
      )
    const authKey = billing.authorize({ customer_key: customerKey, ...card })
    return redirectTo(reply, successUrl, { customerKey, authKey })
  })

  app.get('/receipt/:payment_key', async (request, reply) => {
    const { payment_key } = request.params as { payment_key: string }
    const record = store.payment.get(payment_key)
    return record
      ? html(reply, receiptPage(record.payment))
      : html(reply, invalidRequestPage(), 404)
  })
}

/** The card filled in by default is approved, so that one click pays. */
const defaultCard = (expiry: string) => ({
  form: { card_number: testCard('approve').number, expiry },
  expiry,
})

/** Expiry of test cards, years ahead of the gateway's clock. */
function expiryFrom(now: Date): string {
  return `12/${String((now.getUTCFullYear() + 5) % 100).padStart(2, '0')}`
}

type Card = Pick<TestCard, 'number' | 'behaviour'>

/** Parses the card of a form, or returns its errors. */
function cardOf(
  form: { card_number: string; expiry: string },
  now: Date,
): Card | { faults: InputErrors } {
  const number = form.card_number.replace(/[\s-]/g, '')
  const faults: InputErrors = {}
  if (!isCardNumber(number)) faults.card_number = number === '' ? 'missing' : 'wrong'
  const expiry = /^(\d{2})\/?(\d{2})$/.exec(form.expiry.replace(/\s/g, ''))
  const month = Number(expiry?.[1])
  if (!expiry || month < 1 || month > 12)
    faults.expiry = form.expiry.trim() === '' ? 'missing' : 'wrong'
  // Cards are valid through the end of the month, in Seoul time.
  else if (Date.UTC(2000 + Number(expiry[2]), month) <= now.getTime() + 9 * 3_600_000)
    faults.expiry = 'over'
  return Object.keys(faults).length > 0 ? { faults } : { number, behaviour: behaviourOf(number) }
}
