import type { GatewayStore } from '../store.ts'
import {
  callFaultKinds,
  type FaultInjector,
  faultyCalls,
  webhookFaultKinds,
} from '../fault-injection.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

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
