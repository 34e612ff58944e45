import type { BillingService } from '../billing.ts'
import {
  type CallFault,
  callFaultKinds,
  type FaultInjector,
  type FaultyCall,
  faultyCalls,
  webhookFaultKinds,
} from '../fault-injection.ts'
import type { createIdempotency } from '../idempotency.ts'
import { type PaymentService, ResponseDroppedError } from '../payments.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { GatewayStore } from '../store.ts'
import { errorResponse, type GatewayResponse } from './responses.ts'

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
/** Times without a zone are Seoul time. */
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

type Dependencies = {
  secret_key: string
  payments: PaymentService
  billing: BillingService
  faults: FaultInjector
  idempotent: ReturnType<typeof createIdempotency>
}

/** Mounts the endpoints of Toss Payments as documented (docs.tosspayments.com). */
export function mountApiRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { payments, billing } = deps

  /** Wraps a handler with validation of its body or query; invalid input gets INVALID_REQUEST. */
  function call<S extends z.ZodType>(
    name: FaultyCall,
    schema: S,
    run: (
      input: z.output<S>,
      request: FastifyRequest<{ Params: Record<string, string> }>,
    ) => GatewayResponse | Promise<GatewayResponse>,
  ) {
    return (request: FastifyRequest<{ Params: Record<string, string> }>, reply: FastifyReply) =>
      serve(deps, name, request, reply, async () => {
        const input = schema.safeParse(request.method === 'GET' ? request.query : request.body)
        return input.success ? run(input.data, request) : errorResponse('INVALID_REQUEST')
      })
  }
  const anyInput = z.unknown()
  const param = (request: { params: Record<string, string> }, name: string) =>
    request.params[name] ?? ''

  app.post(
    '/v1/payments/confirm',
    call('confirm', Confirm, (input) => payments.confirm(input)),
  )
  app.get(
    '/v1/payments/orders/:order_id',
    call('readOrder', anyInput, (_, request) =>
      payments.read(payments.findOrder(param(request, 'order_id'))),
    ),
  )
  app.get(
    '/v1/payments/:payment_key',
    call('read', anyInput, (_, request) =>
      payments.read(payments.find(param(request, 'payment_key'))),
    ),
  )
  app.post(
    '/v1/payments/:payment_key/cancel',
    call('cancel', Cancel, (input, request) =>
      payments.cancel(param(request, 'payment_key'), input),
    ),
  )
  app.post(
    '/v1/billing/authorizations/issue',
    call('issueBillingKey', Issue, (input) => billing.issue(input)),
  )
  app.post(
    '/v1/billing/:billing_key',
    call('chargeBilling', Charge, (input, request) =>
      billing.charge(param(request, 'billing_key'), input, originOf(request)),
    ),
  )
  app.delete(
    '/v1/billing/:billing_key',
    call('deleteBillingKey', anyInput, (_, request) =>
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

/** Responds to a call, with its armed fault applied before or after the call takes effect. */
async function serve(
  { secret_key, faults, idempotent }: Dependencies,
  name: FaultyCall,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<GatewayResponse>,
): Promise<unknown> {
  const fault = faults.takeCall(name)
  const unauthorized = authorizationError(request.headers.authorization, secret_key)
  if (unauthorized) return send(reply, errorResponse(unauthorized))
  const earlyResponse = fault && (await applyEarlyFault(fault, reply))
  if (earlyResponse === 'gone') return reply
  if (earlyResponse) return send(reply, earlyResponse)
  const forcedCode = request.headers['tosspayments-test-code']
  if (typeof forcedCode === 'string') return send(reply, errorResponse(forcedCode))
  let response: GatewayResponse
  try {
    const key = request.headers['idempotency-key']
    const idempotentRequest = {
      key: typeof key === 'string' ? key : undefined,
      method: request.method,
      path: request.url.split('?')[0] ?? '',
      secret_key,
    }
    response = await idempotent(idempotentRequest, async () => {
      if (fault?.kind === 'hold') await faults.held()
      if (fault?.kind === 'stored_code') return storedFailure(fault)
      const result = await run()
      return fault?.kind === 'stored_code_after' ? storedFailure(fault) : result
    })
  } catch (error) {
    if (!(error instanceof ResponseDroppedError)) throw error
    return holdConnection(reply)
  }
  switch (fault?.kind) {
    case 'timeout_after':
      return holdConnection(reply)
    case 'drop_connection_after':
      return destroyConnection(reply)
    case 'error_500_after':
      return send(reply, errorResponse('FAILED_INTERNAL_SYSTEM_PROCESSING'))
    case 'html':
    case 'html_200':
      return reply
        .code(fault.kind === 'html' ? 502 : 200)
        .type('text/html; charset=utf-8')
        .send('<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>')
    default:
      return send(reply, response)
  }
}

/** Applies a fault that takes effect before the call. Returns undefined for other faults. */
async function applyEarlyFault(
  fault: CallFault,
  reply: FastifyReply,
): Promise<GatewayResponse | 'gone' | undefined> {
  switch (fault.kind) {
    case 'timeout_before':
      holdConnection(reply)
      return 'gone'
    case 'drop_connection':
      destroyConnection(reply)
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

/** Sends no response; the connection stays open until the client closes it. */
function holdConnection(reply: FastifyReply): FastifyReply {
  return reply.hijack()
}

function destroyConnection(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}

/** Checks Basic authorization with the key as user and an empty password. Returns the error code, if any. */
function authorizationError(
  authorization: string | undefined,
  secret_key: string,
): string | undefined {
  if (!authorization?.startsWith('Basic ')) return 'UNAUTHORIZED_KEY'
  const credentials = Buffer.from(authorization.slice(6), 'base64').toString('utf8')
  return credentials === `${secret_key}:` ? undefined : 'INVALID_API_KEY'
}

const times = z.int().min(1).max(1_000).default(1)
const Fault = z.union([
  z.object({
    call: z.enum([...faultyCalls, '*']),
    kind: z.enum(callFaultKinds),
    code: z
      .string()
      .regex(/^[A-Z_]+$/)
      .optional(),
    times,
  }),
  z.object({ kind: z.enum(webhookFaultKinds), times }),
])

/**
 * Mounts the control endpoints of the simulator: `POST /faults` arms a fault, `GET /faults` lists armed faults, `DELETE
 * /faults` disarms them and releases held calls, `GET /payments` lists payments newest first, `POST /webhooks/deliver`
 * sends due webhooks at once.
 */
export function mountControlRoutes(
  app: FastifyInstance,
  deps: { faults: FaultInjector; store: GatewayStore; deliver: () => Promise<number> },
): void {
  const { faults, store } = deps
  app.post('/faults', async (request, reply) => {
    const input = Fault.safeParse(request.body)
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) })
    const { times: count, ...fault } = input.data
    faults.add(fault, count)
    return reply.code(201).send(faults.list())
  })
  app.get('/faults', async () => faults.list())
  app.delete('/faults', async (_, reply) => {
    faults.clear()
    return reply.code(204).send()
  })
  app.get('/payments', async () =>
    [...store.payment.values()].map(({ payment }) => payment).reverse(),
  )
  app.post('/webhooks/deliver', async () => ({ taken: await deps.deliver() }))
}
