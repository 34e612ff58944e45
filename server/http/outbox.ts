import type { Db } from '../db/client.ts'
import { Refusal } from '../kernel/refusals.ts'
import { readOutbox } from '../messages/local-outbox.ts'
import { authenticatorPage, type DemoCode } from './authenticator-page.ts'
import { outboxPage, outboxPolicy } from './outbox-page.ts'
import { isFromHere } from './who.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The local outbox: what would have gone out by mail and SMS, for whoever sits at this machine (D-21). */
export function mountOutbox(
  app: FastifyInstance,
  { db, readCodes }: { db: Db; readCodes: () => Promise<DemoCode[]> },
) {
  app.get('/dev/authenticator', async (request, reply) => {
    keepNear(request)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', outboxPolicy())
      .type('text/html; charset=utf-8')
      .send(authenticatorPage(await readCodes()))
  })

  app.get('/dev/outbox.json', async (request, reply) => {
    keepNear(request)
    const messages = await readOutbox(db)
    return reply
      .header('cache-control', 'no-store')
      .send(messages.map(({ html: _html, ...message }) => message))
  })

  app.get('/dev/outbox', async (request, reply) => {
    keepNear(request)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', outboxPolicy())
      .type('text/html; charset=utf-8')
      .send(outboxPage(await readOutbox(db)))
  })
}

/** Codes are for this machine alone. */
function keepNear({ raw }: FastifyRequest) {
  if (!isFromHere(raw)) throw new Refusal('not_found')
}
