import { endpoints } from '#contract/index.ts'
import { unsubscribePath } from '#contract/core/constants.ts'
import { clientInfoOf } from '../auth/client-info.ts'
import type { OriginSettings } from '../auth/origin-check.ts'
import type { EndpointDispatcher } from './endpoint-dispatcher.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Mounts the POST that mail providers send to the address in `List-Unsubscribe` (RFC 8058), which is the address of the page.
 * It comes without cookies and without an `Origin`; the token in the address is what authorizes it. The body says only that
 * it is a one-click request.
 */
export function mountOneClickUnsubscribe(
  app: FastifyInstance,
  { calls, origins }: { calls: EndpointDispatcher; origins: OriginSettings },
) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: 4_096 },
      (_request, _body, done) => done(null),
    )
    scope.post(unsubscribePath, async (request, reply) => {
      await calls.answer(
        endpoints.studio_marketing.unsubscribe,
        { body: request.query },
        {
          ...{ session: null, member: null, client: clientInfoOf(request.raw, origins) },
          isAborted: () => request.raw.socket.destroyed,
          cookie: { give: () => {}, take: () => {} },
          ...{ file: null, file_name: '', key: null },
        },
      )
      return reply.header('cache-control', 'no-store').status(204).send()
    })
  })
}
