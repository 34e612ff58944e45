import { tryParseJson } from '#server/api/parse-json.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import * as z from 'zod/mini'
import { deleteSurplusAlerts, upsertAlert } from './alert-queries.ts'

/** The notification of Alertmanager's `webhook_configs`, version 4, as far as it is read. */
const Notification = z.object({
  alerts: z
    .array(
      z.object({
        status: z.enum(['firing', 'resolved']),
        labels: z.object({
          alertname: z.string().check(z.regex(/^\w{1,100}$/)),
          severity: z._default(z.string().check(z.regex(/^\w{0,20}$/)), ''),
        }),
        startsAt: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
      }),
    )
    .check(z.maxLength(1_000)),
})

/**
 * Stores the alerts of a notification, one row per name, for the health page.
 * @returns false if the text is no such notification
 */
export async function receiveAlerts(
  { transact, clock }: Pick<Database, 'transact'> & { clock: Clock },
  text: string,
): Promise<boolean> {
  const notification = Notification.safeParse(tryParseJson(text))
  if (!notification.success) return false
  const byName = Map.groupBy(notification.data.alerts, ({ labels }) => labels.alertname)
  const received_at = clock.now().toISOString()
  await transact(async (tx) => {
    for (const [name, alerts] of byName) {
      // Instances of a rule fire and resolve separately.
      const alert = alerts.find(({ status }) => status === 'firing') ?? alerts[0]
      if (!alert) continue
      await upsertAlert(tx, {
        name,
        severity: alert.labels.severity,
        is_firing: alert.status === 'firing',
        started_at: new Date(alert.startsAt).toISOString(),
        received_at,
      })
    }
    await deleteSurplusAlerts(tx)
  })
  return true
}
