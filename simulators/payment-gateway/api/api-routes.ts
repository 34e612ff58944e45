import { errorResponse, type GatewayResponse } from './responses.ts'
import type { BillingService } from '../billing.ts'
import type { CallFault, FaultInjector, FaultyCall } from '../fault-injection.ts'
import type { createIdempotency } from '../idempotency.ts'
import { ResponseDroppedError, type PaymentService } from '../payments.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

const orderId = z.string().regex(/^[A-Za-z0-9_-]{6,64}$/)
const amount = z.int().min(1)
const customerKey = z.string().regex(/^[A-Za-z0-9_=.@-]{2,300}$/)

const Confirm = z.object({ paymentKey: z.string().min(1).max(200), orderId, amount })
const Cancel = z.object({
  cancelReason: z.string().min(1).max(200),
  cancelAmount: amount.optional(),
  refundableAmount: amount.optional(),
})
const Issue = z.object({ authKey: z.string().min(1).max(300), customerKey })
const Charge = z.object({ customerKey, amount, orderId, orderName: z.string().min(1).max(100) })
/** A time without a zone is Seoul's. */
const time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?$/)
  .transform((text) => Date.parse(`${text}+09:00`))
const List = z.object({
  startDate: time,
  endDate: time,
  startingAfter: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(5_000).default(100),
})

type Parts = {
  secret_key: string
  payments: PaymentService
  billing: BillingService
  faults: FaultInjector
  idempotent: ReturnType<typeof createIdempotency>
}

/** The calls that Toss Payments has, as its documentation describes them. */
export function mountApiRoutes(app: FastifyInstance, parts: Parts): void {
  const { payments, billing } = parts

  /** A call with its body or query already read: one that does not hold is an INVALID_REQUEST. */
  function call<S extends z.ZodType>(
    name: FaultyCall,
    schema: S,
    run: (
      asked: z.output<S>,
      request: FastifyRequest<{ Params: Record<string, string> }>,
    ) => GatewayResponse | Promise<GatewayResponse>,
  ) {
    return (request: FastifyRequest<{ Params: Record<string, string> }>, reply: FastifyReply) =>
      serve(parts, name, request, reply, async () => {
        const asked = schema.safeParse(request.method === 'GET' ? request.query : request.body)
        return asked.success ? run(asked.data, request) : errorResponse('INVALID_REQUEST')
      })
  }
  const nothing = z.unknown()
  const param = (request: { params: Record<string, string> }, name: string) =>
    request.params[name] ?? ''

  app.post(
    '/v1/payments/confirm',
    call('confirm', Confirm, (asked) => payments.confirm(asked)),
  )
  app.get(
    '/v1/payments/orders/:order_id',
    call('readOrder', nothing, (_, request) =>
      payments.read(payments.findOrder(param(request, 'order_id'))),
    ),
  )
  app.get(
    '/v1/payments/:payment_key',
    call('read', nothing, (_, request) =>
      payments.read(payments.find(param(request, 'payment_key'))),
    ),
  )
  app.post(
    '/v1/payments/:payment_key/cancel',
    call('cancel', Cancel, (asked, request) =>
      payments.cancel(param(request, 'payment_key'), asked),
    ),
  )
  app.post(
    '/v1/billing/authorizations/issue',
    call('issueBillingKey', Issue, (asked) => billing.issue(asked)),
  )
  app.post(
    '/v1/billing/:billing_key',
    call('chargeBilling', Charge, (asked, request) =>
      billing.charge(param(request, 'billing_key'), asked, originOf(request)),
    ),
  )
  app.delete(
    '/v1/billing/:billing_key',
    call('deleteBillingKey', nothing, (_, request) =>
      billing.remove(param(request, 'billing_key')),
    ),
  )
  app.get(
    '/v1/transactions',
    call('listTransactions', List, ({ startDate, endDate, startingAfter, limit }) =>
      payments.list({ start: startDate, end: endDate, after: startingAfter, limit }),
    ),
  )
}

export const originOf = (request: { protocol: string; host: string }) =>
  `${request.protocol}://${request.host}`

/** Answers a call, with the fault that waits for it before or after what it does. */
async function serve(
  { secret_key, faults, idempotent }: Parts,
  name: FaultyCall,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<GatewayResponse>,
): Promise<unknown> {
  const fault = faults.takeCall(name)
  const unauthorized = keyFault(request.headers.authorization, secret_key)
  if (unauthorized) return send(reply, errorResponse(unauthorized))
  const early = fault && (await before(fault, reply))
  if (early === 'gone') return reply
  if (early) return send(reply, early)
  const forced = request.headers['tosspayments-test-code']
  if (typeof forced === 'string') return send(reply, errorResponse(forced))
  let answer: GatewayResponse
  try {
    const key = request.headers['idempotency-key']
    const asked = {
      key: typeof key === 'string' ? key : undefined,
      method: request.method,
      path: request.url.split('?')[0] ?? '',
      secret_key,
    }
    answer = await idempotent(asked, async () => {
      if (fault?.kind === 'hold') await faults.held()
      if (fault?.kind === 'stored_code') return storedFailure(fault)
      const answered = await run()
      return fault?.kind === 'stored_code_after' ? storedFailure(fault) : answered
    })
  } catch (error) {
    if (!(error instanceof ResponseDroppedError)) throw error
    return silent(reply)
  }
  switch (fault?.kind) {
    case 'timeout_after':
      return silent(reply)
    case 'drop_connection_after':
      return drop(reply)
    case 'error_500_after':
      return send(reply, errorResponse('FAILED_INTERNAL_SYSTEM_PROCESSING'))
    case 'html':
    case 'html_200':
      return reply
        .code(fault.kind === 'html' ? 502 : 200)
        .type('text/html; charset=utf-8')
        .send('<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>')
    default:
      return send(reply, answer)
  }
}

/** What a fault does in place of the call, where it is one of those before it. */
async function before(
  fault: CallFault,
  reply: FastifyReply,
): Promise<GatewayResponse | 'gone' | undefined> {
  switch (fault.kind) {
    case 'timeout_before':
      silent(reply)
      return 'gone'
    case 'drop_connection':
      drop(reply)
      return 'gone'
    case 'error_500':
      return errorResponse('FAILED_INTERNAL_SYSTEM_PROCESSING')
    case 'rate_limited':
      return errorResponse('TOO_MANY_REQUESTS')
    case 'code':
      return errorResponse(fault.code ?? 'UNKNOWN_PAYMENT_ERROR')
    default:
      return undefined
  }
}

const storedFailure = ({ code }: CallFault) =>
  errorResponse(code ?? 'FAILED_INTERNAL_SYSTEM_PROCESSING')

const send = (reply: FastifyReply, { status, body }: GatewayResponse) =>
  reply.code(status).send(body)

/** Says nothing, for as long as the other side holds the line. */
function silent(reply: FastifyReply): FastifyReply {
  return reply.hijack()
}

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}

/** What is wrong with a key: Basic authorization with the key as the user and no password. */
function keyFault(authorization: string | undefined, secret_key: string): string | undefined {
  if (!authorization?.startsWith('Basic ')) return 'UNAUTHORIZED_KEY'
  const given = Buffer.from(authorization.slice(6), 'base64').toString('utf8')
  return given === `${secret_key}:` ? undefined : 'INVALID_API_KEY'
}
