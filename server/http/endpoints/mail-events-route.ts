import { ProblemError } from '#server/shared/problem-error.ts'
import type { FastifyInstance } from 'fastify'
import { hash, timingSafeEqual } from 'node:crypto'

/** The largest notification of Amazon SNS. */
const maxBytes = 256 * 1024

/** The webhook of mail providers about mail that did not arrive. */
export type MailEvents = {
  /** The password of its Basic authorization; the user does not matter. */
  secret: string
  /** @returns the number of reports in the body. */
  receive(body: unknown): Promise<number>
}

/**
 * Mounts `POST /webhooks/mail-events`. It comes without cookies and without an `Origin`; the secret authorizes it. SNS sends JSON
 * as `text/plain`, so the type does not matter. SNS sends credentials only after a 401 that asks for them.
 */
export function mountMailEvents(app: FastifyInstance, { secret, receive }: MailEvents) {
  const expected = hash('sha256', secret, 'buffer')
  const isAuthorized = (header: string | undefined) => {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(header ?? '') ?? []
    const credentials = Buffer.from(encoded, 'base64').toString()
    const password = credentials.slice(credentials.indexOf(':') + 1)
    return timingSafeEqual(hash('sha256', password, 'buffer'), expected)
  }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    )
    scope.post('/webhooks/mail-events', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      if (!isAuthorized(request.headers.authorization))
        return reply.status(401).header('www-authenticate', 'Basic realm="mail events"').send()
      return reply.send({ received: await receive(parseBody(request.body)) })
    })
  })
}

function parseBody(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '')
  } catch {
    throw new ProblemError('malformed_body')
  }
}
