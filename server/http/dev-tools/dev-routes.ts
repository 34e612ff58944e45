import type { Db } from '#server/db/client.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { readOutbox } from '#server/messages/dev-outbox.ts'
import { authenticatorPage, type DemoCode, outboxCsp, outboxPage } from './outbox-page.ts'
import { isLocalRequest } from '../auth/client-info.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Mounts the development outbox (D-21): e-mail and SMS messages that were not sent. Loopback requests only. */
export function mountDevRoutes(
  app: FastifyInstance,
  { db, readCodes }: { db: Db; readCodes: () => Promise<DemoCode[]> },
) {
  const mount = (path: string, render: () => Promise<string>) =>
    app.get(path, async (request, reply) => {
      requireLocalRequest(request)
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', outboxCsp())
        .type('text/html; charset=utf-8')
        .send(await render())
    })
  mount('/dev/authenticator', async () => authenticatorPage(await readCodes()))
  mount('/dev/outbox', async () => outboxPage(await readOutbox(db)))

  app.get('/dev/outbox.json', async (request, reply) => {
    requireLocalRequest(request)
    const messages = await readOutbox(db)
    return reply
      .header('cache-control', 'no-store')
      .send(messages.map(({ html: _html, ...message }) => message))
  })
}

/** @throws ProblemError `not_found` unless the request comes from this machine. */
function requireLocalRequest({ raw }: FastifyRequest) {
  if (!isLocalRequest(raw)) throw new ProblemError('not_found')
}
