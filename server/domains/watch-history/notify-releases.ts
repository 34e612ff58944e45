import type { Database } from '#server/db/client.ts'
import { renderEmailWithButton } from '#server/messages/email-template.ts'
import { notify } from '#server/domains/notifications/index.ts'
import type { Clock } from '#server/shared/clock.ts'
import { releaseCopy } from './release.copy.ts'
import { takeOpenedAlerts } from './history-queries.ts'

/** Alerts in one transaction. */
const batchSize = 100

/** Notifies the profiles with an alert for a series that has opened. An account gets one e-mail per series. */
export async function notifyReleases(
  { transact, clock, site_url }: Pick<Database, 'transact'> & { clock: Clock; site_url: string },
  signal?: AbortSignal,
): Promise<void> {
  let count: number
  do {
    count = await transact(async (tx) => {
      const now = clock.now()
      const alerts = await takeOpenedAlerts(tx, now, batchSize)
      const mailed = new Set<string>()
      for (const { series_id, title, created_at, member_id, profile_id } of alerts) {
        const account = `${member_id}.${series_id}`
        const url = `${site_url}/series/${series_id}`
        const isMailed = await notify(
          tx,
          {
            kind: 'release',
            // The profile may ask again once the work is upcoming again.
            key: `series:${series_id}:${created_at}`,
            recipient: { member_id, profile_id },
            series_id,
            data: { series_id, title },
            email: mailed.has(account)
              ? undefined
              : renderEmailWithButton(releaseCopy.email(title), url),
          },
          now,
        )
        if (isMailed) mailed.add(account)
      }
      return alerts.length
    })
  } while (count > 0 && !signal?.aborted)
}
