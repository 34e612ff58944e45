import type { Database } from '#server/db/client.ts'
import type { RecordDelivery } from '#server/messages/delivery-report.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import {
  clearContactFailure,
  insertDeliveryFailure,
  lockMemberOfEmail,
  lockMemberOfPhone,
  markContactFailing,
} from './delivery-queries.ts'
import { readMailEvents } from './mail-events.ts'

/** Reports of the provider's clock that differ by more from ours are taken as of now. */
const clockToleranceMs = 5 * 60_000
/** Reports about older messages say nothing about the address today. */
const maxReportAgeMs = 30 * 86_400_000

/**
 * Creates what records reports of providers (decisions/0045-messages). A repeated report changes nothing, and neither does one
 * about a contact that no member has, or that the member got after the message.
 */
export const createDeliveryRecorder =
  ({
    encryption,
    clock,
  }: {
    encryption: Pick<Encryption, 'blindIndex'>
    clock: Clock
  }): RecordDelivery =>
  async (tx, { channel, recipient, kind, provider, event_id, reason, at }) => {
    const now = clock.now()
    const failed_at = at.getTime() > now.getTime() + clockToleranceMs ? now : at
    if (now.getTime() - failed_at.getTime() > maxReportAgeMs) return
    const isMail = channel === 'mail'
    const member = isMail
      ? await lockMemberOfEmail(tx, recipient, failed_at)
      : await lockMemberOfPhone(tx, encryption.blindIndex('phone', recipient))
    if (!member) return
    const column = isMail ? 'email_failed_at' : 'phone_failed_at'
    if (kind === 'arrived') return void (await clearContactFailure(tx, member.id, column))
    const inserted = await insertDeliveryFailure(tx, {
      member_id: member.id,
      channel,
      kind,
      provider,
      event_id,
      // A code; whatever else a server wrote is left out.
      reason: reason.replaceAll(/[^\w .:/-]/g, '').slice(0, 100),
      failed_at: failed_at.toISOString(),
    })
    if (inserted && kind !== 'delayed') await markContactFailing(tx, member.id, column, failed_at)
  }

/** Creates what takes the webhooks of mail providers. @returns the number of reports that the body holds. */
export const createMailEventReceiver = (
  deps: Pick<Database, 'transact'> & { recordDelivery: RecordDelivery },
) => {
  return async (body: unknown): Promise<number> => {
    const events = readMailEvents(body)
    for (const event of events) await deps.transact((tx) => deps.recordDelivery(tx, event))
    return events.length
  }
}
