import type { Database } from '#server/db/client.ts'
import {
  createDeliveryRecorder,
  createMailEventReceiver,
  readSubscriptionUrl,
} from '#server/domains/accounts/index.ts'
import type { MailEvents } from '#server/http/endpoints/mail-events-route.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Services } from './server-services.ts'

/** Creates the webhook of mail providers. A subscription of Amazon SNS is confirmed by opening its address. */
export function mailEventsOf(
  secret: string,
  database: Database,
  encryption: Services['encryption'],
  clock: Clock,
): MailEvents {
  const receive = createMailEventReceiver({
    ...database,
    recordDelivery: createDeliveryRecorder({ encryption, clock }),
  })
  return {
    secret,
    async receive(body) {
      const url = readSubscriptionUrl(body)
      if (url) await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
      return receive(body)
    },
  }
}
