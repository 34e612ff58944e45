import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { Refusal } from '../kernel/refusals.ts'
import { outboxPage, outboxPolicy, type ShownMessage } from './outbox-page.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What the outbox shows of a message. */
export type OutboxMessage = {
  id: number
  kind: 'mail' | 'sms'
  to: string
  subject: string
  text: string
  sent_at: string
}

const shown = 200
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** It is there only while nothing goes out by a gateway and only this machine can reach the server (D-21). */
export const hasOutbox = (config: Pick<Config, 'local' | 'smtp_url' | 'sms_url'>) =>
  config.local && !config.smtp_url && !config.sms_url

/** The local outbox: what would have gone out by mail and SMS, for whoever sits at this machine. */
export function mountOutbox(app: FastifyInstance, { db }: { db: Db }) {
  app.get('/dev/outbox.json', async (request, reply) => {
    keepNear(request)
    const messages = await read(db)
    return reply
      .header('cache-control', 'no-store')
      .send(messages.map(({ html: _html, ...message }): OutboxMessage => message))
  })

  app.get('/dev/outbox', async (request, reply) => {
    keepNear(request)
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', outboxPolicy())
      .type('text/html; charset=utf-8')
      .send(outboxPage(await read(db)))
  })
}

const read = (db: Db): Promise<ShownMessage[]> =>
  db
    .selectFrom('messages')
    .select(['id', 'kind', 'recipient as to', 'subject', 'text', 'sent_at', 'html'])
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shown)
    .$narrowType<{ kind: OutboxMessage['kind']; sent_at: string }>()
    .execute()

/**
 * Codes are for this machine alone: a proxy on it serves the world, and a page from elsewhere may give its own name
 * our address (DNS rebinding).
 */
function keepNear({ headers }: FastifyRequest) {
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  if (!loopback.has(name) || headers['x-forwarded-for'] || headers['forwarded'])
    throw new Refusal('not_found')
}
