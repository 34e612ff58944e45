import type { Database } from '#server/db/client.ts'
import { renderEmailWithButton } from '#server/messages/email-template.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import type { Clock } from '#server/shared/clock.ts'
import { releaseCopy } from './release.copy.ts'
import { takeOpenedAlerts } from './history-queries.ts'

/** Alerts in one transaction. */
const batchSize = 100

/** E-mails the members who asked to be told that a series opens, each once. */
export async function notifyReleases(
  { transact, clock, site_url }: Pick<Database, 'transact'> & { clock: Clock; site_url: string },
  signal?: AbortSignal,
): Promise<void> {
  let count: number
  do {
    count = await transact(async (tx) => {
      const now = clock.now()
      const alerts = await takeOpenedAlerts(tx, now, batchSize)
      for (const { email, series_id, title } of alerts) {
        const url = `${site_url}/series/${series_id}`
        const message = renderEmailWithButton(releaseCopy.email(title), url)
        await queueMessage(tx, { kind: 'mail', to: email, ...message }, { now })
      }
      return alerts.length
    })
  } while (count > 0 && !signal?.aborted)
}
