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

/** A report that is dated further in the future counts as of now. */
const clockToleranceMs = 5 * 60_000
/** Reports about older messages say nothing about the address today. */
const maxReportAgeMs = 30 * 86_400_000

/**
 * Creates the recorder of delivery reports (decisions/0045-messages). It ignores repeated reports, and reports about a contact
 * that no member has or that the member got after the message.
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
      // Drops characters that are not part of a code.
      reason: reason.replaceAll(/[^\w .:/-]/g, '').slice(0, 100),
      failed_at: failed_at.toISOString(),
    })
    if (inserted && kind !== 'delayed') await markContactFailing(tx, member.id, column, failed_at)
  }

/** Creates the receiver of webhooks of mail providers. It returns the number of reports in the body. */
export const createMailEventReceiver = (
  deps: Pick<Database, 'transact'> & { recordDelivery: RecordDelivery },
) => {
  return async (body: unknown): Promise<number> => {
    const events = readMailEvents(body)
    for (const event of events) await deps.transact((tx) => deps.recordDelivery(tx, event))
    return events.length
  }
}
